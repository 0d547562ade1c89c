import * as editorMessages from '#locales/ru/editor.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The placeholder while the editor loads. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label={editorMessages.loading} className="flex min-h-96 flex-col gap-4 py-2">
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-10/12" />
      <Skeleton className="h-5 w-7/12" />
    </div>
  );
}
