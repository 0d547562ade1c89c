import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { postTitleMaxLength } from '#contract/posts.ts';
import { countOf } from '#text/format.ts';
import { t } from '#text/index.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Radio, RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { MarkdownTextarea } from './markdown-field.tsx';
import { type PostValues, shortestPublished } from './post-fields.ts';

export type CategoryChoice = Pick<Category, 'id' | 'name'>;
export type PostFormState = UseFormReturn<PostValues, unknown, PostValues>;

const characters = ['символ', 'символа', 'символов'] as const;

/** A titled part of the form. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 border-t border-rule pt-6">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** Title and category. */
export function BasicFields({ form, categories }: { form: PostFormState; categories: CategoryChoice[] }) {
  const { errors } = form.formState;
  const title = useWatch({ control: form.control, name: 'title' }) ?? '';
  return (
    <>
      <Field
        label={t('postForm.postTitle')}
        aside={t('postForm.titleCounter', { count: title.trim().length, max: postTitleMaxLength })}
        error={errors.title?.message}
      >
        <Input
          {...form.register('title')}
          autoFocus
          autoComplete="off"
          aria-required
          placeholder={t('postForm.postTitlePlaceholder')}
        />
      </Field>
      <Field label={t('postForm.category')} error={errors.category?.message}>
        <Select {...form.register('category')}>
          <option value="">{t('postForm.categoryPlaceholder')}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

/** The text with its counter. */
export function TextFields({ form }: { form: PostFormState }) {
  const content = useWatch({ control: form.control, name: 'content' }) ?? '';
  return (
    <Field
      label={t('postForm.content')}
      aside={countOf(content.trim().length, characters)}
      hint={t('postForm.contentHint', { min: shortestPublished })}
      error={form.formState.errors.content?.message}
    >
      <MarkdownTextarea {...form.register('content')} />
    </Field>
  );
}

/** Published or draft, with or without comments. */
export function PublicationFields({ form }: { form: PostFormState }) {
  return (
    <>
      <RadioGroup legend={t('postForm.status')} error={form.formState.errors.status?.message}>
        <Radio
          {...form.register('status')}
          value="published"
          label={t('postForm.publishChoice')}
          hint={t('postForm.publishHint')}
        />
        <Radio
          {...form.register('status')}
          value="draft"
          label={t('postForm.draftChoice')}
          hint={t('postForm.draftHint')}
        />
      </RadioGroup>
      <Checkbox {...form.register('comments_enabled')}>{t('postForm.comments')}</Checkbox>
    </>
  );
}

export type SubmitWords = { publish: string; saveDraft: string; shortcuts: string };

type SubmitBarProps = {
  form: PostFormState;
  isBusy: boolean;
  isReady: boolean;
  words: SubmitWords;
  cancelTo: string;
  /** Stands between the way out and the button that sends. */
  children: ReactNode;
};

/** The bar that stays at the lower edge: the way out, the preview and the button that sends. */
export function SubmitBar({ form, isBusy, isReady, words, cancelTo, children }: SubmitBarProps) {
  const [title, content, status] = useWatch({ control: form.control, name: ['title', 'content', 'status'] });
  const isBlank = !title?.trim() || !content?.trim();
  return (
    <div className="sticky bottom-0 z-10 -mx-4 border-t border-rule bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto hidden text-xs text-muted lg:block">{words.shortcuts}</p>
        <ButtonLink to={cancelTo} variant="secondary" className="flex-1 sm:flex-none">
          {t('postForm.cancel')}
        </ButtonLink>
        {children}
        <Button
          type="submit"
          busy={isBusy}
          disabled={!isReady || isBlank}
          className="flex-1 whitespace-nowrap sm:flex-none"
        >
          {status === 'draft' ? words.saveDraft : words.publish}
        </Button>
      </div>
    </div>
  );
}
