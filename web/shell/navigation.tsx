import { Link, useLocation } from 'react-router';
import { t } from '#text/index.ts';

const links = [
  { to: '/', label: t('shell.home') },
  { to: '/posts', label: t('shell.allPosts') },
  { to: '/categories', label: t('shell.categories') },
];
/** Paths under `/posts` that do not belong to that section. */
const elsewhere = new Set(['/posts/create', '/posts/my']);

/** The three main links; the current page and its section are marked. */
export function NavigationLinks({ className }: { className: string }) {
  const { pathname } = useLocation();
  return links.map(({ to, label }) => (
    <li key={to}>
      <Link to={to} viewTransition aria-current={currentMark(to, pathname)} className={className}>
        {label}
      </Link>
    </li>
  ));
}

function currentMark(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  if (to === '/' || elsewhere.has(pathname)) return undefined;
  return pathname.startsWith(`${to}/`) ? 'true' : undefined;
}
