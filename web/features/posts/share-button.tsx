import Share2 from 'lucide-react/icons/share-2';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';

/** Shares a post with the system dialog, or copies its URL where there is none. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  async function share() {
    const url = new URL(path, window.location.origin).href;
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // The reader closed the dialog: do not copy instead.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      notify('success', postPageMessages.shareCopied);
    } catch {
      notify('error', postPageMessages.shareFailed);
    }
  }

  return (
    <Button variant="secondary" onClick={() => void share()} className="needs-script">
      <Share2 aria-hidden className="size-4" />
      {postPageMessages.share}
    </Button>
  );
}
