import { lazy, Suspense } from 'react';
import { t } from '#text/index.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { EditorProps } from './types.ts';

const Editor = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Editor })));

/**
 * The editor of articles: Markdown comes in and goes out, and what was not changed goes out as it came in. It loads
 * its own code when it is shown; inside a `Field` it takes its hint and error from there.
 */
export function EditorField(props: EditorProps) {
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <Editor {...props} />
    </Suspense>
  );
}

function EditorSkeleton() {
  return (
    <div role="status" aria-label={t('editor.loading')} className="rounded-md border border-rule-strong">
      <div className="h-12 rounded-t-md border-b border-rule bg-sunk" />
      <div className="flex min-h-96 flex-col gap-4 p-4">
        <Skeleton className="h-5 w-11/12" />
        <Skeleton className="h-5 w-10/12" />
        <Skeleton className="h-5 w-7/12" />
      </div>
    </div>
  );
}
