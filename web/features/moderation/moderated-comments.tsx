import type { RuleId } from '#contract/rules.ts';
import type { ModeratedComment } from '#contract/staff.ts';
import { cutText } from '#locales/cut-text.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { WholeWords } from '#web/ui/whole-words.tsx';
import { HideControl } from './hide-control.tsx';
import { HidingDetails } from './hiding-details.tsx';
import { itemsPerPage, ModeratedList, type RowTools } from './moderated-list.tsx';
import { ModeratedRow } from './moderated-row.tsx';
import type { ModerationList } from './moderation-path.ts';

const moderatedCommentsPath = '/staff/comments';
/** A label names a comment by its beginning. */
const nameMaxLength = 60;
/** More than two lines of the widest screen. */
const headingMaxLength = 1_000;

const hide = (id: number, reason: string, rule: RuleId) =>
  getBrowserClient().api.call('hideComment', { params: { id: String(id) }, body: { reason, rule } });
const restore = (id: number) => getBrowserClient().api.call('restoreComment', { params: { id: String(id) } });

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
          query: {
            state: list.state === 'hidden' ? 'hidden' : 'visible',
            page: String(list.page),
            author: list.author ?? undefined,
            search: list.search || undefined,
            page_size: itemsPerPage,
          },
          suppressToastFor: [404],
        })
      }
      actions={{
        hide,
        restore,
        title: moderationMessages.hideCommentsTitle,
        reasonHint: moderationMessages.reasonComment,
      }}
      preview={(comment) => (
        <>
          <p className="font-semibold">{displayName(comment.author_info)}</p>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{comment.content}</p>
        </>
      )}
    >
      {(comment, tools) => <Row comment={comment} tools={tools} />}
    </ModeratedList>
  );
}

function Row({ comment, tools }: { comment: ModeratedComment; tools: RowTools }) {
  const name = displayName(comment.author_info);
  // A hidden comment has no anchor on the page of its post.
  const anchor = comment.hidden ? '' : `#comment-${comment.id}`;
  return (
    <ModeratedRow
      tools={tools}
      name={`${name}: ${cutText(comment.content, nameMaxLength)}`}
      heading={
        <p className="line-clamp-2 wrap-anywhere">
          <WholeWords text={cutText(comment.content, headingMaxLength)} />
        </p>
      }
      control={<Control comment={comment} onDone={tools.onChange} />}
      notes={<HidingDetails hidden={comment.hidden} />}
    >
      <MetadataList className="text-xs/6 text-muted">
        <TextLink to={authorPath(comment.author_info)}>{name}</TextLink>
        {dateAndTime(comment.created_at)}
      </MetadataList>
      <p className="truncate text-xs/6 text-muted">
        {comment.post_withdrawn ? (
          interpolate(moderationMessages.withdrawn, { title: comment.post_title })
        ) : (
          <TextLink to={`/posts/${comment.post_slug}${anchor}`} className="block truncate">
            {interpolate(moderationMessages.toPost, { title: comment.post_title })}
          </TextLink>
        )}
      </p>
    </ModeratedRow>
  );
}

function Control({ comment, onDone }: { comment: ModeratedComment; onDone: () => void }) {
  const name = displayName(comment.author_info);
  return (
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
      hide={(reason, rule) => hide(comment.id, reason, rule)}
      restore={() => restore(comment.id)}
      onDone={onDone}
    />
  );
}
