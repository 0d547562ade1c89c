import { lazy, Suspense } from 'react';
import { EditorSkeleton } from './editor-skeleton.tsx';
import type { EditorProps } from './types.ts';

const Editor = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Editor })));

/**
 * The article editor. Its value is Markdown, and unchanged blocks keep their exact source. It loads its code on first
 * render; inside a `Field` it uses the field's hint and error.
 */
export function EditorField(props: EditorProps) {
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <Editor {...props} />
    </Suspense>
  );
}
