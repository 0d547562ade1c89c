import CircleCheck from 'lucide-react/icons/circle-check';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { LucideIcon } from 'lucide-react/types';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Container } from '#web/ui/container.tsx';

const variants: Record<string, { icon: LucideIcon; className: string }> = {
  waiting: { icon: LoaderCircle, className: 'text-muted motion-safe:animate-spin' },
  good: { icon: CircleCheck, className: 'text-success' },
  bad: { icon: CircleX, className: 'text-danger' },
  open: { icon: CircleAlert, className: 'text-warning' },
};

/** The outcome of a payment: icon, heading in a live region, text, and actions. */
export function PaymentScreen({
  variant,
  heading,
  text,
  children,
}: {
  variant: keyof typeof variants;
  heading: string;
  text: string;
  children?: ReactNode;
}) {
  const { icon: Icon, className } = variants[variant] ?? { icon: CircleAlert, className: 'text-warning' };
  return (
    <Container>
      <div className="mx-auto flex max-w-form flex-col items-center py-14 text-center sm:py-24">
        <Icon aria-hidden className={classNames('size-14', className)} strokeWidth={1.25} />
        <div role="status" className="mt-4">
          <h1 className="text-3xl sm:text-4xl">{heading}</h1>
          <p className="mt-3 text-lg text-soft">{text}</p>
        </div>
        {children && <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>}
      </div>
    </Container>
  );
}
