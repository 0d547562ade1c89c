import { useEffect, useId, useState } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as myPostsMessages from '#locales/ru/my-posts.ts';
import * as postDraftsMessages from '#locales/ru/post-drafts.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { useUser } from '#web/api/use-session.ts';
import { localDraftStore } from '#web/forms/local-draft-store.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { findRecoverableDrafts, type RecoverableDraft } from './find-recoverable-drafts.ts';
import { RecoverableDraftList } from './recoverable-draft-list.tsx';

/** The recoverable drafts of new posts; nothing when there are none. Only inside `RequireUser`. */
export function UnsavedNewPosts() {
  const headingId = useId();
  const accountId = useUser()?.id;
  const [drafts, setDrafts] = useState<readonly RecoverableDraft[]>([]);
  useEffect(() => {
    if (accountId === undefined) return;
    let isActive = true;
    const { api, silentApi } = getBrowserClient();
    void findRecoverableDrafts({ api, silentApi, localDraftStore, accountId }, { post: null }).then(
      (found) => isActive && setDrafts(found),
    );
    return () => {
      isActive = false;
    };
  }, [accountId]);

  async function remove(draft: RecoverableDraft): Promise<void> {
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
        {myPostsMessages.neverSaved}
      </h2>
      <RecoverableDraftList
        drafts={drafts}
        onRemove={(draft) => void remove(draft)}
        renderContinue={({ key }, title) => (
          <ButtonLink
            size="sm"
            to={`/posts/create?draft=${key}`}
            aria-label={interpolate(postDraftsMessages.continueName, { title })}
          >
            {postDraftsMessages.resume}
          </ButtonLink>
        )}
      />
    </section>
  );
}
