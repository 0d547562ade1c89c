import { data } from 'react-router';
import { t } from '#text/index.ts';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { pageMeta } from '#web/shell/titles.ts';

/** Matches every other URL and responds with status 404. */
const load = () => {
  throw data(null, { status: 404 });
};
export const loader = load;
export const clientLoader = load;

export const meta = () => pageMeta({ title: t('notFound.title') });

export function ErrorBoundary() {
  return <NotFoundScreen />;
}

export default function NotFound() {
  return <NotFoundScreen />;
}
