import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './field.tsx';

/** A styled native select, which works without scripts and on phones; the options are its children. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  const control = useFieldControl();
  return (
    <span className="relative block">
      <select
        {...control}
        {...rest}
        className={classNames(controlClass, 'h-10 appearance-none pr-9 pointer-coarse:h-11', className)}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
