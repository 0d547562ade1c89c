import { type ReactNode, useId } from 'react';

/** One topic of the page: heading, explanation, controls. */
export function Section({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-rule py-8">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {text && <p className="mt-1 max-w-text text-sm text-soft wrap-anywhere">{text}</p>}
      {children && <div className="mt-4 flex flex-col items-start gap-4">{children}</div>}
    </section>
  );
}
