import Camera from 'lucide-react/icons/camera';
import Trash from 'lucide-react/icons/trash';
import { useId, useRef, useState } from 'react';
import * as profileMessages from '#locales/ru/profile.ts';
import { acceptedImages, imageProblem } from '#web/forms/image-file.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

/** A new image, a removed one (null), or no change (undefined). */
export type AvatarChange = File | null | undefined;

type AvatarFieldProps = {
  current: string | null;
  initials: string;
  change: AvatarChange;
  onChange: (change: AvatarChange) => void;
  /** The API's error message about the image. */
  error: string | undefined;
};

/** Chooses, previews and removes the avatar; the change is sent with the form. */
export function AvatarField({ current, initials, change, onChange, error }: AvatarFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useObjectUrl(change ?? null);
  const displayedUrl = change === undefined ? current : preview;
  const message = problem ?? error;
  const hint = getHint(change);

  function selectFile(file: File | undefined): void {
    if (!file) return;
    const fileProblem = imageProblem(file);
    setProblem(fileProblem);
    if (!fileProblem) onChange(file);
  }

  function remove(): void {
    setProblem(null);
    onChange(current === null ? undefined : null);
    // The button disappears with the image.
    input.current?.focus();
  }

  return (
    <div className="flex items-center gap-5">
      <Avatar src={displayedUrl} initials={initials} size="xl" />
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            id={id}
            type="file"
            accept={acceptedImages}
            aria-label={profileMessages.photoChoose}
            aria-describedby={`${id}-hint${message ? ` ${id}-error` : ''}`}
            aria-invalid={message ? true : undefined}
            className="peer sr-only"
            onChange={(event) => {
              selectFile(event.currentTarget.files?.[0]);
              // Allows choosing the same file again after it was removed.
              event.currentTarget.value = '';
            }}
          />
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
        <p id={`${id}-hint`} className="mt-2 text-xs text-muted">
          {hint}
        </p>
        {message && (
          <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
            {message}
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
