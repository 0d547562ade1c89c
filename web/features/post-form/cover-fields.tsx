import { useController, useWatch } from 'react-hook-form';
import { imageCaptionMaxLength } from '#contract/post-fields.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import { FocusPicker } from './focus-picker.tsx';
import { ImageField } from './image-field.tsx';
import type { Picture } from './post-fields.ts';
import type { PostFormControl } from './use-post-form.ts';

/** The cover of a post with its caption and its focus, which belong to the chosen image. */
export function CoverFields({ control }: { control: PostFormControl }) {
  const { form, picture } = control;
  const focus = useController({ control: form.control, name: 'image_focus' });
  const caption = useWatch({ control: form.control, name: 'image_caption' }) ?? '';
  const chosenUrl = useObjectUrl(picture instanceof File ? picture : null);
  const src = typeof picture === 'string' ? picture : chosenUrl;

  function choose(next: Picture): void {
    control.choosePicture(next);
    // The focus is a point of the previous image.
    focus.field.onChange(null);
  }

  return (
    <>
      <ImageField image={picture} onChange={choose} error={control.pictureError} />
      {picture && (
        <Field
          label={postFormMessages.imageCaption}
          hint={postFormMessages.imageCaptionHint}
          aside={interpolate(postFormMessages.titleCounter, {
            count: caption.trim().length,
            max: imageCaptionMaxLength,
          })}
          error={form.formState.errors.image_caption?.message}
        >
          <Input {...form.register('image_caption')} autoComplete="off" />
        </Field>
      )}
      {src && <FocusPicker src={src} focus={focus.field.value ?? null} onChange={focus.field.onChange} />}
    </>
  );
}
