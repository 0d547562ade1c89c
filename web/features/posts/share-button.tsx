import Share2 from 'lucide-react/icons/share-2';
import { lazy } from 'react';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { IconButton } from '#web/ui/button.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { type Shared, share } from './share.ts';

const Row = lazy(() => import('./share-row.tsx').then((module) => ({ default: module.ShareRow })));

/** Shares a post at its start: an icon beside the byline. */
export function ShareIcon(shared: Shared) {
  return (
    <IconButton label={postPageMessages.share} onClick={() => void share(shared)} className="needs-script">
      <Share2 aria-hidden className="size-5" />
    </IconButton>
  );
}

/** Shares a post after its text. The server's HTML has the row; a placeholder keeps its height until its code is loaded. */
export function ShareRow(shared: Shared) {
  const placeholder = <div className="h-10 pointer-coarse:h-11" />;
  return (
    <LazyBoundary fallback={placeholder} failed={placeholder}>
      <Row {...shared} />
    </LazyBoundary>
  );
}
