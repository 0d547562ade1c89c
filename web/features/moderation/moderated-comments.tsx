import type { ReactNode } from 'react';
import type { ModeratedComment } from '#contract/staff.ts';
import { dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { displayName } from '#text/person.ts';
import { authorPath } from '#web/api/author-path.ts';
import { getBrowser } from '#web/api/browser.ts';
import { Facts } from '#web/ui/facts.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { HideControl } from './hide-control.tsx';
import { Hiding } from './hiding.tsx';
import { itemsPerPage, ModeratedList } from './moderated-list.tsx';
import type { ModerationList } from './moderation-address.ts';

export const moderatedCommentsPath = '/staff/comments';

/** All comments, for moderators to hide and restore. */
export function ModeratedComments({
  list,
  paginationOf,
}: {
  list: ModerationList;
  paginationOf: (pageCount: number) => ReactNode;
}) {
  return (
    <ModeratedList<ModeratedComment>
      base={moderatedCommentsPath}
      list={list}
      searchLabel={t('moderation.searchComments')}
      emptyTitle={t('moderation.emptyComments')}
      load={(api) =>
        api.call('listModeratedComments', {
          query: { ...list, search: list.search || undefined, page_size: itemsPerPage },
          quiet: [404],
        })
      }
      paginationOf={paginationOf}
    >
      {(comment, onChange) => <Row comment={comment} onChange={onChange} />}
    </ModeratedList>
  );
}

function Row({ comment, onChange }: { comment: ModeratedComment; onChange: () => void }) {
  const name = displayName(comment.author_info);
  const params = { id: String(comment.id) };
  // A hidden comment has no anchor on the page of its post.
  const anchor = comment.hidden ? '' : `#comment-${comment.id}`;
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-80">
        <Facts className="text-xs text-muted">
          <TextLink to={authorPath(comment.author_info)}>{name}</TextLink>
          {dateAndTime(comment.created_at)}
        </Facts>
        <p className="mt-1 wrap-anywhere whitespace-pre-line">{comment.content}</p>
        <p className="mt-2 text-sm">
          {comment.post_withdrawn ? (
            <span className="text-muted">{t('moderation.withdrawn', { title: comment.post_title })}</span>
          ) : (
            <TextLink to={`/posts/${comment.post_slug}${anchor}`}>
              {t('moderation.toPost', { title: comment.post_title })}
            </TextLink>
          )}
        </p>
        <Hiding hidden={comment.hidden} />
      </div>
      <HideControl
        isHidden={comment.hidden !== null}
        texts={{
          hide: t('moderation.hideComment', { name }),
          restore: t('moderation.restoreComment', { name }),
          title: t('moderation.hideCommentTitle'),
          text: t('moderation.hideCommentText'),
          reasonHint: t('moderation.reasonComment'),
          hidden: t('moderation.commentHidden'),
          restored: t('moderation.commentRestored'),
        }}
        hide={(reason) => getBrowser().api.call('hideComment', { params, body: { reason } })}
        restore={() => getBrowser().api.call('restoreComment', { params })}
        onDone={onChange}
      />
    </article>
  );
}
