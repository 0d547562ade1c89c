import Trash from 'lucide-react/icons/trash';
import { useState } from 'react';
import type { OwnPicture } from '#contract/media.ts';
import { dateAndTime, fileSize } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as myPicturesMessages from '#locales/ru/my-pictures.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** An own image with its metadata and usage; an unused one can be deleted. */
export function PictureTile({ picture, onDeleted }: { picture: OwnPicture; onDeleted: () => void }) {
  const { url, image_info: info, size, is_used: isUsed, created_at } = picture;
  const date = dateAndTime(created_at);
  const { width, height } = info;
  return (
    <figure className="flex flex-col gap-2 text-sm">
      <a href={url} className="block aspect-4/3 overflow-hidden rounded-sm bg-sunk">
        <Picture
          src={url}
          info={info}
          alt={interpolate(myPicturesMessages.picture, { date })}
          sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 33vw, 50vw"
        />
      </a>
      <figcaption className="flex flex-col gap-1">
        <span>{date}</span>
        <span className="text-muted tabular-nums">
          {interpolate(myPicturesMessages.details, { width, height, size: fileSize(size) })}
        </span>
        <span>
          <Badge tone={isUsed ? 'success' : 'neutral'}>
            {isUsed ? myPicturesMessages.used : myPicturesMessages.unused}
          </Badge>
        </span>
        {isUsed ? (
          <span className="text-xs text-muted">{myPicturesMessages.usedHint}</span>
        ) : (
          <DeletePicture id={picture.id} date={date} onDeleted={onDeleted} />
        )}
      </figcaption>
    </figure>
  );
}

function DeletePicture({ id, date, onDeleted }: { id: number; date: string; onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();

  async function remove(): Promise<void> {
    const send = () => getBrowserClient().api.call('deleteMedia', { params: { id: String(id) } });
    await run(send, myPicturesMessages.removed);
    setOpen(false);
    // After a refusal too: the reloaded list shows whether the image is in use or already deleted.
    onDeleted();
  }

  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="self-start"
        aria-label={interpolate(myPicturesMessages.removeName, { date })}
        onClick={() => setOpen(true)}
      >
        <Trash aria-hidden className="size-4" />
        {myPicturesMessages.remove}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={myPicturesMessages.removeTitle}
        description={myPicturesMessages.removeText}
        confirmLabel={myPicturesMessages.remove}
        cancelLabel={myPicturesMessages.cancel}
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
      />
    </>
  );
}

/** A placeholder with the layout of a tile. */
export function PictureTileSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="aspect-4/3" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
