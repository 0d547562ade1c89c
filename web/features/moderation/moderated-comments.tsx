import type { ModeratedComment } from '#contract/staff.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { HideControl } from './hide-control.tsx';
import { HidingDetails } from './hiding-details.tsx';
import { itemsPerPage, ModeratedList } from './moderated-list.tsx';
import type { ModerationList } from './moderation-path.ts';

const moderatedCommentsPath = '/staff/comments';

/** All comments, for moderators to hide and restore. */
export function ModeratedComments({ list }: { list: ModerationList }) {
  return (
    <ModeratedList<ModeratedComment>
      base={moderatedCommentsPath}
      list={list}
      searchLabel={moderationMessages.searchComments}
      emptyTitle={moderationMessages.emptyComments}
      load={(api) =>
        api.call('listModeratedComments', {
          query: { ...list, search: list.search || undefined, page_size: itemsPerPage },
          suppressToastFor: [404],
        })
      }
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
        <MetadataList className="text-xs text-muted">
          <TextLink to={authorPath(comment.author_info)}>{name}</TextLink>
          {dateAndTime(comment.created_at)}
        </MetadataList>
        <p className="mt-1 wrap-anywhere whitespace-pre-line">{comment.content}</p>
        <p className="mt-2 text-sm">
          {comment.post_withdrawn ? (
            <span className="text-muted">
              {interpolate(moderationMessages.withdrawn, { title: comment.post_title })}
            </span>
          ) : (
            <TextLink to={`/posts/${comment.post_slug}${anchor}`}>
              {interpolate(moderationMessages.toPost, { title: comment.post_title })}
            </TextLink>
          )}
        </p>
        <HidingDetails hidden={comment.hidden} />
      </div>
      <HideControl
        isHidden={comment.hidden !== null}
        texts={{
          hide: interpolate(moderationMessages.hideComment, { name }),
          restore: interpolate(moderationMessages.restoreComment, { name }),
          title: moderationMessages.hideCommentTitle,
          text: moderationMessages.hideCommentText,
          reasonHint: moderationMessages.reasonComment,
          hidden: moderationMessages.commentHidden,
          restored: moderationMessages.commentRestored,
        }}
        hide={(reason) => getBrowserClient().api.call('hideComment', { params, body: { reason } })}
        restore={() => getBrowserClient().api.call('restoreComment', { params })}
        onDone={onChange}
      />
    </article>
  );
}
