import { useEffect, useId, useState } from 'react';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/client.ts';
import { mirror } from '#web/api/mirror.ts';
import { useUser } from '#web/api/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { RecoverableDrafts } from './recoverable-drafts.tsx';
import { findUnsavedTexts, type UnsavedText } from './unsaved-texts.ts';

/** The recoverable drafts of new posts; nothing when there are none. Only inside `RequireUser`. */
export function NeverSavedPosts() {
  const headingId = useId();
  const accountId = useUser()?.id;
  const [drafts, setDrafts] = useState<readonly UnsavedText[]>([]);
  useEffect(() => {
    if (accountId === undefined) return;
    let isWanted = true;
    const { api, quietApi } = getBrowser();
    void findUnsavedTexts({ api, quietApi, mirror, accountId }, { post: null }).then(
      (found) => isWanted && setDrafts(found),
    );
    return () => {
      isWanted = false;
    };
  }, [accountId]);

  async function remove(draft: UnsavedText): Promise<void> {
    try {
      await draft.remove();
      setDrafts((before) => before.filter((other) => other !== draft));
    } catch (error) {
      // A toast has shown the error.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-6">
      <h2 id={headingId} className="mb-3 text-xl">
        {t('myPosts.neverSaved')}
      </h2>
      <RecoverableDrafts
        drafts={drafts}
        onRemove={(draft) => void remove(draft)}
        renderContinue={({ key }, title) => (
          <ButtonLink
            size="sm"
            to={`/posts/create?draft=${key}`}
            aria-label={t('postDrafts.continueName', { title })}
          >
            {t('postDrafts.continue')}
          </ButtonLink>
        )}
      />
    </section>
  );
}
