import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react';
import * as profileMessages from '#locales/ru/profile.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import { type Crop, centred, maxZoom, moveBy, type Size, settle, squareOf } from './crop.ts';
import { cropPicture } from './crop-picture.ts';

/** The step of an arrow key, in pixels of the screen. */
const arrowStep = 12;
const arrows: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: arrowStep, y: 0 },
  ArrowRight: { x: -arrowStep, y: 0 },
  ArrowUp: { x: 0, y: arrowStep },
  ArrowDown: { x: 0, y: -arrowStep },
};

type CropDialogProps = {
  /** The chosen picture; null while the dialog is closed. */
  file: File | null;
  onCrop: (file: File) => void;
  onCancel: () => void;
};

/** Chooses the square of a picture that an avatar shows: by dragging, with the arrow keys, and with a slider. */
export function CropDialog({ file, onCrop, onCancel }: CropDialogProps) {
  return (
    <FormDialog
      open={file !== null}
      onOpenChange={(open) => !open && onCancel()}
      title={profileMessages.cropTitle}
    >
      {file && <Cropper key={file.name} file={file} onCrop={onCrop} onCancel={onCancel} />}
    </FormDialog>
  );
}

function Cropper({ file, onCrop, onCancel }: CropDialogProps & { file: File }) {
  const url = useObjectUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [picture, setPicture] = useState<Size | null>(null);
  const [crop, setCrop] = useState<Crop>(centred);
  const [isBusy, setBusy] = useState(false);

  function handleLoad({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
    setPicture({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight });
  }

  async function apply(): Promise<void> {
    if (!image.current || !picture) return;
    setBusy(true);
    // The server crops a picture that this browser cannot draw.
    const cropped = await cropPicture(image.current, squareOf(picture, crop), file).catch(() => file);
    setBusy(false);
    onCrop(cropped);
  }

  return (
    <div className="mt-3 flex flex-col gap-4">
      <p id="crop-hint" className="text-sm text-soft">
        {profileMessages.cropHint}
      </p>
      <Frame picture={picture} crop={crop} onChange={setCrop}>
        {url && (
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            // A picture that the browser cannot show is sent as it is; the server checks it.
            onError={() => onCrop(file)}
            onLoad={handleLoad}
            style={picture ? placeImage(picture, crop) : undefined}
            className="pointer-events-none absolute max-w-none"
          />
        )}
      </Frame>
      <label className="flex items-center gap-3 text-sm font-medium">
        {profileMessages.cropZoom}
        <input
          type="range"
          min="1"
          max={maxZoom}
          step="0.05"
          value={crop.zoom}
          disabled={!picture}
          onChange={({ target }) =>
            picture && setCrop(settle(picture, { ...crop, zoom: Number(target.value) }))
          }
          className="min-h-11 flex-1 accent-accent"
        />
      </label>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel}>
          {profileMessages.cancel}
        </Button>
        <Button busy={isBusy} disabled={!picture} onClick={() => void apply()}>
          {profileMessages.cropApply}
        </Button>
      </div>
    </div>
  );
}

type FrameProps = {
  picture: Size | null;
  crop: Crop;
  onChange: (crop: Crop) => void;
  children: ReactNode;
};

/** The square frame under which the picture moves. */
function Frame({ picture, crop, onChange, children }: FrameProps) {
  const last = useRef<{ x: number; y: number } | null>(null);

  function drag({ currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLDivElement>): void {
    if (!picture || !last.current) return;
    const distance = { x: x - last.current.x, y: y - last.current.y };
    last.current = { x, y };
    onChange(moveBy(picture, crop, distance, currentTarget.clientWidth));
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    const step = arrows[event.key];
    if (!step || !picture) return;
    event.preventDefault();
    onChange(moveBy(picture, crop, step, event.currentTarget.clientWidth));
  }

  return (
    <div
      role="application"
      aria-label={profileMessages.cropFrame}
      aria-describedby="crop-hint"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
      tabIndex={0}
      className="relative mx-auto aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-full bg-sunk select-none active:cursor-grabbing"
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        last.current = null;
      }}
      onPointerCancel={() => {
        last.current = null;
      }}
    >
      {children}
    </div>
  );
}

/** Position and size of the picture in per cent of the frame. */
function placeImage(picture: Size, crop: Crop) {
  const { x, y, size } = squareOf(picture, crop);
  const percent = (pixels: number) => `${(100 * pixels) / size}%`;
  return {
    left: percent(-x),
    top: percent(-y),
    width: percent(picture.width),
    height: percent(picture.height),
  };
}
