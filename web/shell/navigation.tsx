import { Link, useLocation } from 'react-router';
import * as shellMessages from '#locales/ru/shell.ts';

const links = [
  { to: '/', label: shellMessages.home },
  { to: '/posts', label: shellMessages.allPosts },
  { to: '/categories', label: shellMessages.categories },
];
/** Paths under `/posts` that do not belong to that section: pages of the author. */
const excludedPaths = /^\/posts\/(create|my|my\/.+)$/;

/** The three main links; the current page and its section are marked. */
export function NavigationLinks({ className }: { className: string }) {
  const { pathname } = useLocation();
  return links.map(({ to, label }) => (
    <li key={to}>
      <Link to={to} viewTransition aria-current={getAriaCurrent(to, pathname)} className={className}>
        {label}
      </Link>
    </li>
  ));
}

function getAriaCurrent(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  if (to === '/' || excludedPaths.test(pathname)) return undefined;
  return pathname.startsWith(`${to}/`) ? 'true' : undefined;
}
