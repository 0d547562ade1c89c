import Trash from 'lucide-react/icons/trash';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as myPostsMessages from '#locales/ru/my-posts.ts';
import * as postDraftsMessages from '#locales/ru/post-drafts.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { typesetText } from '#locales/typography.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { useUser } from '#web/api/use-session.ts';
import { localDraftStore } from '#web/forms/local-draft-store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx';
import { WholeWords } from '#web/ui/whole-words.tsx';
import { findRecoverableDrafts, type RecoverableDraft } from './find-recoverable-drafts.ts';
import { savedAt, titleOf, useDraftRemoval } from './recoverable-draft-list.tsx';

/** The rows that the list of own posts shows before its button for the rest. */
const maxVisible = 5;

/**
 * The automatically saved drafts of new posts, as rows of the list of own posts. Only inside `RequireUser`. `onFound` tells
 * how many there are.
 */
export function SavedDrafts({ onFound }: { onFound: (count: number) => void }) {
  const { drafts, remove } = useNewDrafts();
  const [isExpanded, setExpanded] = useState(false);
  const removal = useDraftRemoval((draft) => void remove(draft));
  const count = drafts.length;
  useEffect(() => onFound(count), [count, onFound]);
  if (count === 0) return null;
  return (
    <div className="mt-2 border-b border-rule">
      <ul className="divide-y divide-rule">
        {drafts.slice(0, isExpanded ? undefined : maxVisible).map((draft) => (
          <li key={`${draft.key} ${draft.at}`}>
            <DraftRow draft={draft} onRemove={() => removal.ask(draft)} />
          </li>
        ))}
      </ul>
      {count > maxVisible && !isExpanded && (
        <p className="pb-5">
          <Button variant="secondary" size="sm" onClick={() => setExpanded(true)}>
            {interpolate(myPostsMessages.moreDrafts, { count })}
          </Button>
        </p>
      )}
      {removal.dialog}
    </div>
  );
}

function DraftRow({ draft, onRemove }: { draft: RecoverableDraft; onRemove: () => void }) {
  const title = titleOf(draft);
  const path = `/posts/create?draft=${draft.key}`;
  return (
    <article className="flex flex-col gap-x-6 gap-y-2 py-5 sm:flex-row sm:items-start">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p>
          <Badge tone="warning">{postListMessages.draft}</Badge>
        </p>
        <h2 className="line-clamp-2 text-xl wrap-anywhere">
          <Link to={path} className="decoration-accent decoration-2 hover:underline">
            <WholeWords text={typesetText(title)} />
          </Link>
        </h2>
        <p className="text-xs text-muted">{savedAt(draft, dateAndTime(draft.at))}</p>
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <ButtonLink
          variant="secondary"
          size="sm"
          to={path}
          aria-label={interpolate(postDraftsMessages.continueName, { title })}
        >
          {postDraftsMessages.resume}
        </ButtonLink>
        <IconButton
          label={interpolate(postDraftsMessages.removeName, { title })}
          onClick={onRemove}
          className="hover:text-danger"
        >
          <Trash aria-hidden className="size-4" />
        </IconButton>
      </div>
    </article>
  );
}

function useNewDrafts() {
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
  return { drafts, remove };
}
