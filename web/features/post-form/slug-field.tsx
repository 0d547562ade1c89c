import { useWatch } from 'react-hook-form';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import type { PostFormState } from './post-form-sections.tsx';

/** The slug that the author chooses, with the address that it gives; empty, the slug follows the title. */
export function SlugField({ form, current }: { form: PostFormState; current: string | undefined }) {
  const chosen = useWatch({ control: form.control, name: 'custom_slug' })?.trim().toLowerCase() ?? '';
  const error = form.formState.errors.custom_slug?.message;
  const isMoved = current !== undefined && chosen !== '' && chosen !== current;
  return (
    <Field
      label={postFormMessages.slug}
      error={error}
      hint={
        <>
          {!error && (
            <span className="block wrap-anywhere" data-slug-preview>
              {previewOf(chosen, current)}
              {isMoved && <span className="block">{postFormMessages.slugMoved}</span>}
            </span>
          )}
          {postFormMessages.slugHint}
        </>
      }
    >
      <Input
        {...form.register('custom_slug')}
        placeholder={current}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}

function previewOf(chosen: string, current: string | undefined): string | null {
  const addressOf = (slug: string) => `${window.location.host}/posts/${slug}`;
  if (chosen !== '') return interpolate(postFormMessages.slugPreview, { address: addressOf(chosen) });
  return current === undefined
    ? null
    : interpolate(postFormMessages.slugCurrent, { address: addressOf(current) });
}
