import { createContext, type ReactNode, useContext, useId } from 'react';
import { classNames } from './class-names.ts';

export type FieldProps = {
  label: ReactNode;
  /** The error message; marks the control as invalid and describes it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** At the right end of the label's line: a counter or a link. */
  aside?: ReactNode;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
  className?: string;
  children: ReactNode;
};

type ControlAttributes = { id?: string; 'aria-invalid'?: true; 'aria-describedby'?: string };

const FieldContext = createContext<ControlAttributes>({});

/** The attributes that connect a control to the enclosing `Field`; empty outside of one. */
export function useFieldControl(): ControlAttributes {
  return useContext(FieldContext);
}

/** A label, one control (`Input`, `Textarea`, `Select`), a hint and an error, connected for assistive technology. */
export function Field({ label, error, hint, aside, labelHidden, className, children }: FieldProps) {
  const id = useId();
  const descriptions = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const control: ControlAttributes = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions || undefined,
  };
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div className={classNames('flex items-baseline justify-between gap-4', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {aside && <span className="text-xs text-muted tabular-nums">{aside}</span>}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
