import { Link } from 'react-router';
import { t } from '#text/index.ts';

/** The site's name followed by a square in the accent colour. */
export function Logo() {
  return (
    <Link
      to="/"
      viewTransition
      aria-label={t('shell.logoLabel')}
      className="inline-flex min-h-11 min-w-33 items-baseline gap-1 self-center font-serif-name text-2xl leading-[2.75rem] font-bold tracking-tight whitespace-nowrap"
    >
      {t('site.name')}
      <span aria-hidden className="inline-block size-2 bg-accent" />
    </Link>
  );
}
