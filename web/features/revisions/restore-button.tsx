import { useState } from 'react';
import { pickRevisedFields, type RevisedFields } from '#contract/post-fields.ts';
import * as postsMessages from '#locales/ru/posts.ts';
import * as revisionsMessages from '#locales/ru/revisions.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';

type RestoreProps = {
  post: { slug: string; version: number };
  /** Without an image the post keeps its current one. */
  revision: RevisedFields & { image: string | null };
  onRestored: (slug: string) => void;
  /** Called when the post has been changed meanwhile and the page is stale. */
  onStale: () => void;
};

/** Restores a revision of a post, unless the post has been changed since the page was loaded. */
export function RestoreButton({ post, revision, onRestored, onStale }: RestoreProps) {
  const [isBusy, setIsBusy] = useState(false);

  async function restore(): Promise<void> {
    setIsBusy(true);
    try {
      const saved = await getBrowserClient().api.call('updatePost', {
        params: { slug: post.slug },
        body: { ...pickRevisedFields(revision), image_url: revision.image },
        headers: { 'if-match': `"${post.version}"` },
        suppressToastFor: [412],
      });
      notify('success', revisionsMessages.restored);
      onRestored(saved.slug);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) return;
      notify('error', postsMessages.stale);
      onStale();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button busy={isBusy} onClick={() => void restore()}>
        {revisionsMessages.restore}
      </Button>
      <p className="text-sm text-muted">{revisionsMessages.restoreHint}</p>
    </div>
  );
}
