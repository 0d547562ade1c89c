import { useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as categoryStaffMessages from '#locales/ru/category-staff.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';

/** Deletes a category after a dialog that explains what happens to its posts. */
export function DeleteCategoryButton({ category, onDone }: { category: Category; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const { name, slug, posts_count: posts } = category;

  async function remove() {
    const send = () => getBrowserClient().api.call('deleteCategory', { params: { slug } });
    await run(send, categoryStaffMessages.removed);
    setOpen(false);
    onDone();
  }

  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={interpolate(categoryStaffMessages.removeName, { name })}
        onClick={() => setOpen(true)}
      >
        {categoryStaffMessages.remove}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={interpolate(categoryStaffMessages.removeTitle, { name })}
        description={
          posts > 0
            ? interpolate(categoryStaffMessages.removeText, { count: countOf(posts, nouns.post) })
            : categoryStaffMessages.removeEmpty
        }
        confirmLabel={categoryStaffMessages.remove}
        cancelLabel={categoryStaffMessages.cancel}
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
      />
    </>
  );
}
