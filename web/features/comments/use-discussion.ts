import { useMemo, useRef, useState } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import type { CommentDetail } from '#contract/comments.ts';
import { t } from '#text/index.ts';
import { displayName } from '#text/person.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import type { SendOutcome } from './comment-form.tsx';
import { countActive, withAdded } from './thread.ts';

export type Discussion = { comments: CommentDetail[]; comments_count: number };
type Post = { id: number; title: string; slug: string };

/**
 * A discussion that shows a new comment before the server has answered: under a negative id while it is on its
 * way, under its own afterwards, and not at all when it was refused.
 */
export function useDiscussion(post: Post, discussion: Discussion, user: UserProfile | null) {
  const [added, setAdded] = useState<CommentDetail[]>([]);
  const [replyTo, openReply] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const lastTemporaryId = useRef(0);
  const comments = useMemo(() => withAdded(discussion.comments, added), [discussion.comments, added]);
  const count = discussion.comments_count + countActive(comments) - countActive(discussion.comments);

  async function send(content: string, parent: number | null): Promise<SendOutcome> {
    if (!user) return { error: t('commentThread.loginToComment') };
    lastTemporaryId.current -= 1;
    const temporary = temporaryComment(lastTemporaryId.current, { content, parent, post, user });
    setAdded((before) => [...before, temporary]);
    const settle = (by: CommentDetail[]) =>
      setAdded((before) => before.flatMap((comment) => (comment.id === temporary.id ? by : [comment])));
    try {
      const body = { post: post.id, parent, content };
      const created = await getBrowser().api.call('createComment', { body, quiet: [400] });
      settle([created]);
      openReply((open) => (open === parent ? null : open));
      setAnnouncement(t('commentThread.announced', { name: displayName(user), text: content }));
      notify('success', t('commentThread.added'));
      return null;
    } catch (error) {
      settle([]);
      if (!(error instanceof ApiError)) throw error;
      return { error: error.status === 400 ? error.message : t('commentThread.addFailed') };
    }
  }

  return { comments, count, announcement, actions: { canReply: user !== null, replyTo, openReply, send } };
}

type Draft = { content: string; parent: number | null; post: Post; user: UserProfile };

function temporaryComment(id: number, { content, parent, post, user }: Draft): CommentDetail {
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
