import Share2 from 'lucide-react/icons/share-2';
import { useRouteLoaderData } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import * as shareMessages from '#locales/ru/share.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { copyAddress, type Shared, share } from './share.ts';
import marks from './share-marks.svg?url';

/** Services that share a link by a plain address; their icons are in `share-marks.svg`. */
const services = [
  { id: 'telegram', name: 'Telegram', address: 'https://t.me/share/url?url={url}&text={title}' },
  { id: 'vk', name: 'ВКонтакте', address: 'https://vk.com/share.php?url={url}&title={title}' },
  { id: 'whatsapp', name: 'WhatsApp', address: 'https://wa.me/?text={title}%20{url}' },
];

/** Shares a post after its text: the system dialog, the address, and messengers by plain links. */
export function ShareRow({ title, path }: Shared) {
  const url = useOrigin() + path;
  return (
    <div className="share-row flex flex-wrap items-center gap-2">
      <Button variant="secondary" onClick={() => void share({ title, path })} className="needs-script">
        <Share2 aria-hidden className="size-4" />
        {postPageMessages.share}
      </Button>
      <IconButton
        label={shareMessages.copyLink}
        onClick={() => void copyAddress(path)}
        className="needs-script border border-rule-strong"
      >
        <Mark id="link" />
      </IconButton>
      {services.map(({ id, name, address }) => {
        const label = interpolate(shareMessages.shareIn, { name });
        return (
          <a
            key={id}
            href={address
              .replace('{url}', encodeURIComponent(url))
              .replace('{title}', encodeURIComponent(title))}
            target="_blank"
            rel="noopener noreferrer nofollow"
            title={label}
            className="inline-flex size-10 shrink-0 items-center justify-center rounded-md border border-rule-strong text-soft hover:bg-sunk hover:text-ink pointer-coarse:size-11"
          >
            <Mark id={id} />
            <span className="sr-only">{label}</span>
          </a>
        );
      })}
    </div>
  );
}

const Mark = ({ id }: { id: string }) => (
  <svg aria-hidden className="size-5 fill-current">
    <use href={`${marks}#${id}`} />
  </svg>
);

/** The origin of the site as the root loader knows it: the same on the server and in the browser. */
function useOrigin(): string {
  const data: unknown = useRouteLoaderData('root');
  if (typeof data !== 'object' || data === null || !('origin' in data)) return '';
  return String(data.origin);
}
