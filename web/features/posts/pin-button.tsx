import LoaderCircle from 'lucide-react/icons/loader-circle';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { interpolate } from '#locales/interpolate.ts';
import * as postToolsMessages from '#locales/ru/post-tools.ts';
import { IconButton } from '#web/ui/button.tsx';
import { usePin } from './use-pin.tsx';

/** «Закрепить» / «Открепить» for an own published post. */
export function PinButton({ postId }: { postId: number }) {
  const { isPinned, isBusy, canPin, toggle, dialog } = usePin(postId);
  const Icon = isPinned ? PinOff : Pin;
  const action = isPinned ? postToolsMessages.unpinPost : postToolsMessages.pinPost;
  const title = canPin === false ? interpolate(postToolsMessages.pinWanted, { action }) : action;
  return (
    <>
      <IconButton label={title} aria-busy={isBusy || undefined} onClick={toggle}>
        {isBusy ? (
          <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
        ) : (
          <Icon aria-hidden className="size-4" />
        )}
      </IconButton>
      {dialog}
    </>
  );
}
