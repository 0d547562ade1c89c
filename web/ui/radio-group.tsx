import { type ComponentProps, type ReactNode, useId } from 'react';

/** A group of `Radio` inputs with a legend. */
export function RadioGroup({
  legend,
  error,
  children,
}: {
  legend: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {children}
      {error && <p className="text-sm text-danger">{error}</p>}
    </fieldset>
  );
}

/** One option of a group with a label and a hint. All options of a group need the same `name`. */
export function Radio({
  label,
  hint,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md border border-rule-strong bg-raised p-3 hover:border-ink has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        {...rest}
        type="radio"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-5 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0">
        <span id={`${id}-label`} className="block text-sm font-medium">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-soft">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
