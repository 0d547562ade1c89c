import type { ComponentProps } from 'react';

/** The name of the field in a form and in the body of a request. */
export const trapName = 'homepage';

/** A field that people do not see, hidden by the styles of the site only: robots fill it in. */
export function TrapField(props: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <div className="hidden">
      <input name={trapName} {...props} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
