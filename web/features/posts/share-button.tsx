import Link2 from 'lucide-react/icons/link-2';
import Share2 from 'lucide-react/icons/share-2';
import { useRouteLoaderData } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { notify } from '#web/ui/notify.ts';
import marks from './share-marks.svg?url';

type Shared = { title: string; path: string };

/** Services that share a link by a plain address; their icons are in `share-marks.svg`. */
const services = [
  { id: 'telegram', name: 'Telegram', address: 'https://t.me/share/url?url={url}&text={title}' },
  { id: 'vk', name: 'ВКонтакте', address: 'https://vk.com/share.php?url={url}&title={title}' },
  { id: 'whatsapp', name: 'WhatsApp', address: 'https://wa.me/?text={title}%20{url}' },
];

/** Shares a post at its start: an icon beside the byline. */
export function ShareIcon(shared: Shared) {
  return (
    <IconButton label={postPageMessages.share} onClick={() => void share(shared)} className="needs-script">
      <Share2 aria-hidden className="size-5" />
    </IconButton>
  );
}

/** Shares a post after its text: the system dialog, the address, and messengers by plain links. */
export function ShareRow({ title, path }: Shared) {
  const url = useOrigin() + path;
  return (
    <div className="share-row flex flex-wrap items-center gap-2">
      <Button
        variant="secondary"
        onClick={() => void share({ title, path })}
        className="needs-script mr-auto sm:mr-0"
      >
        <Share2 aria-hidden className="size-4" />
        {postPageMessages.share}
      </Button>
      <IconButton
        label={postPageMessages.copyLink}
        onClick={() => void copyAddress(path)}
        className="needs-script border border-rule-strong"
      >
        <Link2 aria-hidden className="size-5" />
      </IconButton>
      {services.map(({ id, name, address }) => {
        const label = interpolate(postPageMessages.shareIn, { name });
        return (
          <a
            key={id}
            href={address
              .replace('{url}', encodeURIComponent(url))
              .replace('{title}', encodeURIComponent(title))}
            target="_blank"
            rel="noopener noreferrer nofollow"
            title={label}
            className={classNames(
              buttonClass({ variant: 'secondary' }),
              'size-10 px-0 pointer-coarse:size-11',
            )}
          >
            <svg aria-hidden className="size-5 fill-current">
              <use href={`${marks}#${id}`} />
            </svg>
            <span className="sr-only">{label}</span>
          </a>
        );
      })}
    </div>
  );
}

/** The origin of the site as the root loader knows it: the same on the server and in the browser. */
function useOrigin(): string {
  const data: unknown = useRouteLoaderData('root');
  if (typeof data !== 'object' || data === null || !('origin' in data)) return '';
  return String(data.origin);
}

/** Opens the system dialog, or copies the address where there is none. */
async function share({ title, path }: Shared): Promise<void> {
  if (typeof navigator.share !== 'function') return copyAddress(path);
  try {
    await navigator.share({ title, url: absolute(path) });
  } catch (error) {
    // The reader closed the dialog: do not copy instead.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyAddress(path);
  }
}

async function copyAddress(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(absolute(path));
    notify('success', postPageMessages.shareCopied);
  } catch {
    notify('error', postPageMessages.shareFailed);
  }
}

const absolute = (path: string): string => new URL(path, window.location.origin).href;
