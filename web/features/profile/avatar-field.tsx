import Camera from 'lucide-react/icons/camera';
import Trash from 'lucide-react/icons/trash';
import { lazy, useState } from 'react';
import * as profileMessages from '#locales/ru/profile.ts';
import { useImageInput } from '#web/forms/use-image-input.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { MountOnOpen } from '#web/ui/mount-on-open.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((module) => ({ default: module.CropDialog })));

/** A new image, a removed one (null), or no change (undefined). */
export type AvatarChange = File | null | undefined;

type AvatarFieldProps = {
  current: string | null;
  initials: string;
  /** The username, which determines the tint of the initials. */
  seed: string;
  change: AvatarChange;
  onChange: (change: AvatarChange) => void;
  /** The API's error message about the image. */
  error: string | undefined;
};

/** Chooses, crops, previews and removes the avatar; the change is sent with the form. */
export function AvatarField({ current, initials, seed, change, onChange, error }: AvatarFieldProps) {
  const [chosen, setChosen] = useState<File | null>(null);
  const { id, hintId, problemId, problem, inputProps, reset } = useImageInput(setChosen, error);
  const preview = useObjectUrl(change ?? null);
  const displayedUrl = change === undefined ? current : preview;
  const hint = getHint(change);

  function remove(): void {
    onChange(current === null ? undefined : null);
    reset();
  }

  function applyCrop(file: File): void {
    setChosen(null);
    onChange(file);
  }

  return (
    <div className="flex items-center gap-5">
      <Avatar src={displayedUrl} initials={initials} seed={seed} size="xl" />
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <input {...inputProps} aria-label={profileMessages.photoChoose} className="peer sr-only" />
          <label
            htmlFor={id}
            className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-md border border-rule-strong px-4 text-sm font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:border-ink hover:bg-sunk pointer-coarse:min-h-11"
          >
            <Camera aria-hidden className="size-4" />
            {profileMessages.photoChoose}
          </label>
          {displayedUrl !== null && (
            <Button variant="quiet" onClick={remove}>
              <Trash aria-hidden className="size-4" />
              {profileMessages.photoRemove}
            </Button>
          )}
        </div>
        <p id={hintId} className="mt-2 text-xs text-muted">
          {hint}
        </p>
        <MountOnOpen open={chosen !== null}>
          <CropDialog file={chosen} onCrop={applyCrop} onCancel={() => setChosen(null)} />
        </MountOnOpen>
        {problem && (
          <p id={problemId} role="alert" className="mt-1 text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

function getHint(change: AvatarChange): string {
  if (change === undefined) return profileMessages.photoHint;
  return change === null ? profileMessages.photoRemoved : profileMessages.photoUnsaved;
}
