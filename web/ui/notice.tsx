import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Shown in place of an empty list: a sentence and the next sensible action. */
export function EmptyState({
  title,
  text,
  children,
  headingLevel = 2,
}: {
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  headingLevel?: 2 | 3;
}) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className="py-12 text-center sm:py-16">
      <Heading className="text-2xl">{title}</Heading>
      {text && <p className="mx-auto mt-2 max-w-form text-balance text-soft">{text}</p>}
      {children && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

const tones = {
  neutral: 'border-rule-strong bg-sunk',
  danger: 'border-danger bg-danger-tint',
  success: 'border-success bg-success-tint',
};

/** A message box with a coloured edge. With `tone="danger"` screen readers announce it at once. */
export function Notice({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={classNames('rounded-sm border-l-4 px-4 py-3 text-sm', tones[tone])}
    >
      {children}
    </div>
  );
}
