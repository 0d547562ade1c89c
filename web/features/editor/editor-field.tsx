import { lazy, Suspense } from 'react';
import { EditorSkeleton } from './editor-skeleton.tsx';
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
