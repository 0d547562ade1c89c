import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

/** A link in running text: underlined, in the colour of links. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      viewTransition
      {...rest}
      className={classNames('text-link underline hover:text-link-hover', className)}
    />
  );
}
