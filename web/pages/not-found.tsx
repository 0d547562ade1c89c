import { data, type MetaArgs } from 'react-router';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

/** Matches every other URL and responds with status 404. */
const load = () => {
  throw data(null, { status: 404 });
};
export const loader = load;
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: notFoundMessages.title, isHidden: true, matches });

export function ErrorBoundary() {
  return <NotFoundScreen />;
}

export default function NotFound() {
  return <NotFoundScreen />;
}
