import { Link } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { useSite } from './site-identity.ts';

/** The site's name followed by a square in the colour of the mark. */
export function Logo() {
  const { name, markColor } = useSite();
  return (
    <Link
      to="/"
      viewTransition
      aria-label={interpolate(shellMessages.logoLabel, { site: name })}
      className="inline-flex min-h-11 min-w-33 items-baseline gap-1 self-center font-serif-name text-2xl leading-[2.75rem] font-bold tracking-tight whitespace-nowrap"
    >
      {name}
      <span
        aria-hidden
        className="inline-block size-2 bg-accent"
        style={markColor ? { backgroundColor: markColor } : undefined}
      />
    </Link>
  );
}
