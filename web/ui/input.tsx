import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './field.tsx';

/** A text box; inside a `Field` it is connected to its label, hint and error. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const control = useFieldControl();
  return (
    <input
      {...control}
      {...rest}
      className={classNames(controlClass, 'h-10 pointer-coarse:h-11', className)}
    />
  );
}
