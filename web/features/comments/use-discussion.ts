import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UserProfile } from '#contract/auth.ts';
import type { CommentDetail, DiscussionSettings } from '#contract/comments.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { createIdempotencyKey } from '#web/api/idempotency-key.ts';
import { userCan } from '#web/api/user-can.ts';
import { notify } from '#web/ui/notify.ts';
import type { SendOutcome } from './comment-form.tsx';
import { deleteComment, pinComment, updateComment } from './comment-mutations.ts';
import type { DiscussionActions, OpenBox } from './discussion-context.ts';
import type { DiscussedPost } from './discussion-view.tsx';
import { canChangeDiscussion } from './permissions.ts';
import type { Discussion } from './thread.ts';
import { countActive, withAdded, withChanges } from './thread-changes.ts';

type DiscussionInput = {
  post: DiscussedPost;
  discussion: Discussion;
  settings: DiscussionSettings;
  user: UserProfile | null;
  /** Called when a comment has been pinned or unpinned. */
  onPinned: () => void;
};

/**
 * A discussion that shows a new comment optimistically: with a negative id while the request is in flight, with its own
 * id afterwards. A rejected comment is removed.
 */
export function useDiscussion({ post, discussion, settings, user, onPinned }: DiscussionInput) {
  const [added, setAdded] = useState<CommentDetail[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const [open, setOpen] = useState<OpenBox>(null);
  const [waitUntil, setWaitUntil] = useState(0);
  const { changes, edit, remove } = useChanges();
  const comments = useMemo(
    () => withChanges(withAdded(discussion.comments, added), changes),
    [discussion.comments, added, changes],
  );
  const count = discussion.comments_count + countActive(comments) - countActive(discussion.comments);
  const lastTemporaryId = useRef(0);
  const idempotencyKeys = useIdempotencyKeys();

  const waitSeconds = (seconds: number) => {
    if (seconds > 0) setWaitUntil(Date.now() + seconds * 1_000);
  };

  async function send(content: string, parent: number | null, homepage: string): Promise<SendOutcome> {
    if (!user) return { error: commentThreadMessages.loginToComment };
    lastTemporaryId.current -= 1;
    const temporary = createTemporaryComment(lastTemporaryId.current, { content, parent, post, user });
    flushSync(() => setAdded((before) => [...before, temporary]));
    showComment(temporary.id);
    const replaceTemporary = (replacement: CommentDetail[]) =>
      setAdded((before) =>
        before.flatMap((comment) => (comment.id === temporary.id ? replacement : [comment])),
      );
    try {
      const body = { post: post.id, parent, content };
      const headers = { 'idempotency-key': idempotencyKeys.of(body) };
      const created = await getBrowserClient().api.call('createComment', {
        body: homepage ? { ...body, homepage } : body,
        headers,
        suppressToastFor: [400, 429],
      });
      idempotencyKeys.forget(body);
      if (isSlowed(user, post)) waitSeconds(settings.slow_mode_seconds);
      flushSync(() => {
        replaceTemporary([created]);
        setOpen((box) => (box?.kind === 'reply' && box.id === parent ? null : box));
      });
      showComment(created.id, { isFocused: parent === null });
      setAnnouncement(
        interpolate(commentActionsMessages.announced, { name: displayName(user), text: content }),
      );
      notify('success', created.hidden ? commentActionsMessages.waiting : commentActionsMessages.added);
      return null;
    } catch (error) {
      replaceTemporary([]);
      if (!(error instanceof ApiError)) throw error;
      const seconds = secondsToWait(error);
      if (seconds > 0) {
        waitSeconds(seconds);
        return { error: commentActionsMessages.slowed };
      }
      return { error: [400, 429].includes(error.status) ? error.message : commentActionsMessages.addFailed };
    }
  }

  async function togglePin({ id }: CommentDetail): Promise<void> {
    const isPinned = settings.pinned_comment === id;
    if (await pinComment(post.id, isPinned ? null : id)) onPinned();
  }

  const canReply = user !== null && settings.closed === null;
  const actions: DiscussionActions = {
    user,
    canReply,
    waitUntil,
    open,
    setOpen,
    send,
    edit,
    remove,
    togglePin: canChangeDiscussion(user, post) ? togglePin : undefined,
  };
  return { comments, count, announcement, actions };
}

/** Slow mode does not concern the author of the post and the staff. */
const isSlowed = (user: UserProfile, post: DiscussedPost): boolean =>
  user.id !== post.author && !userCan(user, 'content.moderate') && !userCan(user, 'texts.edit');

/** The seconds that a refusal of slow mode names; 0 for any other error. */
function secondsToWait({ body }: ApiError): number {
  const refusal = body as { code?: string; retry_after?: number } | null;
  return refusal?.code === 'slow_mode' ? (refusal.retry_after ?? 0) : 0;
}

/**
 * Scrolls a new comment into view, in case it stands below or above the screen. The button that sent a comment is disabled
 * afterwards, so the focus moves to the comment; a reply form returns the focus itself.
 */
function showComment(id: number, { isFocused = false } = {}): void {
  const item = document.getElementById(`comment-${id}`);
  if (isFocused) item?.querySelector('a')?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'nearest' });
}

type SentComment = { parent: number | null; content: string };

/** A text that is sent again keeps its idempotency key, so a lost response does not create a second comment. */
function useIdempotencyKeys() {
  const keys = useRef(new Map<string, string>());
  const mapKey = ({ parent, content }: SentComment) => `${parent} ${content}`;
  return {
    of(text: SentComment): string {
      const key = keys.current.get(mapKey(text)) ?? createIdempotencyKey();
      keys.current.set(mapKey(text), key);
      return key;
    },
    forget: (text: SentComment) => void keys.current.delete(mapKey(text)),
  };
}

/** The user's edits and deletions until the page is reloaded. */
function useChanges() {
  const [edited, setEdited] = useState<ReadonlyMap<number, CommentDetail>>(new Map());
  const [deleted, setDeleted] = useState<ReadonlySet<number>>(new Set());
  const changes = useMemo(() => ({ edited, deleted }), [edited, deleted]);

  async function edit({ id }: CommentDetail, content: string): Promise<SendOutcome> {
    const outcome = await updateComment(id, content);
    if ('error' in outcome) return outcome;
    setEdited((before) => new Map(before).set(id, outcome.comment));
    return null;
  }

  async function remove({ id }: CommentDetail): Promise<void> {
    if (await deleteComment(id)) setDeleted((before) => new Set(before).add(id));
  }

  return { changes, edit, remove };
}

type NewCommentInput = { content: string; parent: number | null; post: DiscussedPost; user: UserProfile };

function createTemporaryComment(id: number, { content, parent, post, user }: NewCommentInput): CommentDetail {
  const now = new Date().toISOString();
  const { username, full_name, avatar, avatar_info } = user;
  return {
    id,
    content,
    author: user.id,
    author_info: { id: user.id, username, full_name: full_name || displayName(user), avatar, avatar_info },
    post: post.id,
    post_title: post.title,
    post_slug: post.slug,
    parent,
    is_active: true,
    replies_count: 0,
    is_reply: parent !== null,
    created_at: now,
    updated_at: now,
    replies: [],
  };
}
