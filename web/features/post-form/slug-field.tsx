import { useWatch } from 'react-hook-form';
import { postSlugRules, titleSlug } from '#contract/slug.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import type { PostFormState } from './post-form-sections.tsx';

/** The slug that the author chooses; empty, the slug follows the title. Either way the address is shown. */
export function SlugField({ form, current }: { form: PostFormState; current: string | undefined }) {
  const title = useWatch({ control: form.control, name: 'title' }) ?? '';
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
              {previewOf({ chosen, current, title, savedTitle: form.formState.defaultValues?.title })}
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

type Address = {
  chosen: string;
  current: string | undefined;
  title: string;
  savedTitle: string | undefined;
};

function previewOf({ chosen, current, title, savedTitle }: Address): string | null {
  const withAddress = (template: string, slug: string) =>
    interpolate(template, { address: `${window.location.host}/posts/${slug}` });
  const fromTitle = (text = '') => titleSlug(text, postSlugRules);
  if (chosen !== '') return withAddress(postFormMessages.slugPreview, chosen);
  if (current !== undefined && fromTitle(title) === fromTitle(savedTitle))
    return withAddress(postFormMessages.slugCurrent, current);
  return title.trim() === '' ? null : withAddress(postFormMessages.slugFromTitle, fromTitle(title));
}
