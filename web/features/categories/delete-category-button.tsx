import { lazy, Suspense, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { countOf } from '#text/format.ts';
import { t } from '#text/index.ts';
import { nouns } from '#text/ru/nouns.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import { Button } from '#web/ui/button.tsx';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Deletes a category after a dialog that explains what happens to its posts. */
export function DeleteCategoryButton({ category, onDone }: { category: Category; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { name, slug, posts_count: posts } = category;

  async function remove() {
    setBusy(true);
    try {
      await getBrowser().api.call('deleteCategory', { params: { slug } });
      notify('success', t('categoryStaff.removed'));
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
        aria-label={t('categoryStaff.removeName', { name })}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {t('categoryStaff.remove')}
      </Button>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setOpen}
            title={t('categoryStaff.removeTitle', { name })}
            description={
              posts > 0
                ? t('categoryStaff.removeText', { count: countOf(posts, nouns.post) })
                : t('categoryStaff.removeEmpty')
            }
            confirmLabel={t('categoryStaff.remove')}
            cancelLabel={t('categoryStaff.cancel')}
            danger
            busy={isBusy}
            onConfirm={() => void remove()}
          />
        </Suspense>
      )}
    </>
  );
}
