import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** A checkbox with its label (the children), an optional hint and error. */
export function Checkbox({
  children,
  hint,
  error,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { hint?: ReactNode; error?: string | undefined }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label className="flex min-h-6 cursor-pointer items-start gap-3 text-sm pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="mt-0.5 size-5 shrink-0 accent-accent pointer-coarse:mt-0"
        />
        <span>{children}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 pl-8 text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classNames('mt-1 pl-8 text-sm text-danger')}>
          {error}
        </p>
      )}
    </div>
  );
}
