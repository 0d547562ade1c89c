import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { type DragEvent, useState } from 'react';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { useImageInput } from '#web/forms/use-image-input.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import type { Picture } from './post-fields.ts';

type ImageFieldProps = {
  image: Picture;
  onChange: (image: Picture) => void;
  /** The API's error message for the image. */
  error?: string | undefined;
};

/** The image of a post: selected or dropped, with a preview and a remove button. */
export function ImageField({ image, onChange, error }: ImageFieldProps) {
  const { id, hintId, problemId, problem, inputProps, selectFile, reset } = useImageInput(onChange, error);
  const labelId = `${id}-label`;

  function remove(): void {
    onChange(null);
    reset();
  }

  return (
    <div className="flex flex-col gap-1.5">
      <span id={labelId} className="text-sm font-medium">
        {postFormMessages.image}
      </span>
      {image && <Preview image={image} onRemove={remove} />}
      <DropArea inputId={id} isHidden={image !== null} onDrop={selectFile}>
        <input {...inputProps} aria-labelledby={labelId} className="sr-only" />
      </DropArea>
      <p id={hintId} className="text-xs text-muted">
        {postFormMessages.imageHint}
      </p>
      {problem && (
        <p id={problemId} role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

type DropAreaProps = {
  inputId: string;
  isHidden: boolean;
  onDrop: (file: File | undefined) => void;
  children: React.ReactNode;
};

function DropArea({ inputId, isHidden, onDrop, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);

  function handleDrag(event: DragEvent, isInside: boolean): void {
    event.preventDefault();
    setOver(isInside);
  }

  return (
    <label
      htmlFor={inputId}
      onDragOver={(event) => handleDrag(event, true)}
      onDragLeave={(event) => handleDrag(event, false)}
      onDrop={(event) => {
        handleDrag(event, false);
        onDrop(event.dataTransfer.files[0]);
      }}
      className={classNames(
        'flex min-h-32 cursor-pointer flex-col items-center justify-center gap-2 rounded-md border border-dashed p-6 text-center text-sm text-balance text-soft',
        'hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOver ? 'border-accent bg-accent-tint' : 'border-rule-strong bg-raised',
        isHidden && 'sr-only',
      )}
    >
      <ImagePlus aria-hidden className="size-6 text-muted" strokeWidth={1.5} />
      {postFormMessages.imageDrop}
      {children}
    </label>
  );
}

function Preview({ image, onRemove }: { image: File | string; onRemove: () => void }) {
  const previewUrl = useObjectUrl(typeof image === 'string' ? null : image);
  const address = typeof image === 'string' ? image : previewUrl;
  return (
    <figure className="relative overflow-hidden rounded-md border border-rule bg-sunk">
      {address && (
        <img src={address} alt={postFormMessages.imagePreview} className="aspect-video w-full object-cover" />
      )}
      <IconButton
        label={postFormMessages.imageRemove}
        onClick={onRemove}
        className="absolute top-3 right-3 bg-raised shadow-popup"
      >
        <X aria-hidden className="size-5" />
      </IconButton>
      <figcaption className="truncate border-t border-rule px-3 py-2 text-xs text-muted">
        {typeof image === 'string' ? postFormMessages.imageCurrent : image.name}
      </figcaption>
    </figure>
  );
}
