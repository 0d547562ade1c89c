import { Link } from 'react-router';
import * as shellMessages from '#locales/ru/shell.ts';
import * as siteMessages from '#locales/ru/site.ts';

/** The site's name followed by a square in the accent colour. */
export function Logo() {
  return (
    <Link
      to="/"
      viewTransition
      aria-label={shellMessages.logoLabel}
      className="inline-flex min-h-11 min-w-33 items-baseline gap-1 self-center font-serif-name text-2xl leading-[2.75rem] font-bold tracking-tight whitespace-nowrap"
    >
      {siteMessages.name}
      <span aria-hidden className="inline-block size-2 bg-accent" />
    </Link>
  );
}
