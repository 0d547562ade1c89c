import { lazy, Suspense, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as categoryStaffMessages from '#locales/ru/category-staff.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Deletes a category after a dialog that explains what happens to its posts. */
export function DeleteCategoryButton({ category, onDone }: { category: Category; onDone: () => void }) {
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { name, slug, posts_count: posts } = category;

  async function remove() {
    setBusy(true);
    try {
      await getBrowserClient().api.call('deleteCategory', { params: { slug } });
      notify('success', categoryStaffMessages.removed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      setOpen(false);
    }
    onDone();
  }

  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={interpolate(categoryStaffMessages.removeName, { name })}
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      >
        {categoryStaffMessages.remove}
      </Button>
      {wasOpened && (
        <Suspense>
          <ConfirmDialog
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
        </Suspense>
      )}
    </>
  );
}
