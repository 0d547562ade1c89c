import * as postPageMessages from '#locales/ru/post-page.ts';
import { notify } from '#web/ui/notify.ts';

export type Shared = { title: string; path: string };

/** Opens the system dialog, or copies the address where there is none. */
export async function share({ title, path }: Shared): Promise<void> {
  if (typeof navigator.share !== 'function') return copyAddress(path);
  try {
    await navigator.share({ title, url: absolute(path) });
  } catch (error) {
    // The reader closed the dialog: do not copy instead.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyAddress(path);
  }
}

export async function copyAddress(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(absolute(path));
    notify('success', postPageMessages.shareCopied);
  } catch {
    notify('error', postPageMessages.shareFailed);
  }
}

const absolute = (path: string): string => new URL(path, window.location.origin).href;
