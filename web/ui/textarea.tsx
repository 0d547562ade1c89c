import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './field.tsx';

/** A multi-line text box that grows with its text if the browser supports it; use it inside a `Field`. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const control = useFieldControl();
  return (
    <textarea
      {...control}
      {...rest}
      className={classNames(controlClass, 'field-sizing-content resize-y py-2 leading-6', className)}
    />
  );
}
