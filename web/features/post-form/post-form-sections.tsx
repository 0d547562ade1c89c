import { type ReactNode, useEffect, useRef } from 'react';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { postTitleMaxLength, standfirstMaxLength } from '#contract/post-fields.ts';
import type { PostStatus } from '#contract/posts.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Radio, RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { type PostValues, recommendedMinLength } from './post-fields.ts';
import { submitLabel } from './publication-texts.ts';
import { PublishAtField } from './publish-at-field.tsx';
import { uploadImage } from './upload-picture.ts';

export type CategoryChoice = Pick<Category, 'id' | 'name'>;
export type PostFormState = UseFormReturn<PostValues, unknown, PostValues>;

/** A section of the form with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 border-t border-rule pt-6">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** Title, standfirst and category. */
export function BasicFields({ form, categories }: { form: PostFormState; categories: CategoryChoice[] }) {
  const { errors } = form.formState;
  const [title, standfirst] = useWatch({ control: form.control, name: ['title', 'standfirst'] });
  return (
    <>
      <Field
        label={postFormMessages.postTitle}
        aside={interpolate(postFormMessages.titleCounter, {
          count: title?.trim().length ?? 0,
          max: postTitleMaxLength,
        })}
        error={errors.title?.message}
      >
        <Input
          {...form.register('title')}
          autoFocus
          autoComplete="off"
          aria-required
          placeholder={postFormMessages.postTitlePlaceholder}
        />
      </Field>
      <Field
        label={postFormMessages.standfirst}
        hint={postFormMessages.standfirstHint}
        aside={interpolate(postFormMessages.titleCounter, {
          count: standfirst?.trim().length ?? 0,
          max: standfirstMaxLength,
        })}
        error={errors.standfirst?.message}
      >
        <Textarea {...form.register('standfirst')} rows={2} autoComplete="off" />
      </Field>
      <Field label={postFormMessages.category} error={errors.category?.message}>
        <Select {...form.register('category')}>
          <option value="">{postFormMessages.categoryPlaceholder}</option>
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

/** The state of the text's image uploads: `failed` while failed uploads wait for a retry. */
export type UploadStatus = 'idle' | 'running' | 'failed';

/** The props of the text editor. The page provides the editor. */
export type TextEditorProps = {
  value: string;
  onChange: (markdown: string) => void;
  label: string;
  uploadImage: typeof uploadImage;
  onUploadStatusChange: (uploading: UploadStatus) => void;
};
export type RenderEditor = (editor: TextEditorProps) => ReactNode;

type TextFieldsProps = Pick<TextEditorProps, 'onUploadStatusChange'> & {
  form: PostFormState;
  renderEditor: RenderEditor;
};

/** The text field with the editor. */
export function TextFields({ form, renderEditor, onUploadStatusChange }: TextFieldsProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'content' });
  const container = useRef<HTMLDivElement>(null);
  const { ref } = field;
  useEffect(() => {
    // Focuses the editor when its text is invalid, as the other fields do.
    ref({
      focus: () => container.current?.querySelector<HTMLElement>('[role="textbox"], textarea')?.focus(),
    });
  }, [ref]);
  return (
    <div ref={container}>
      <Field
        label={postFormMessages.content}
        hint={interpolate(postFormMessages.contentHint, { min: recommendedMinLength })}
        error={fieldState.error?.message}
      >
        {renderEditor({
          value: field.value,
          onChange: field.onChange,
          label: postFormMessages.content,
          uploadImage,
          onUploadStatusChange,
        })}
      </Field>
    </div>
  );
}

/** The status (published, draft or scheduled) and whether comments are enabled. */
export function PublicationFields({ form }: { form: PostFormState }) {
  const status = useWatch({ control: form.control, name: 'status' });
  return (
    <>
      <RadioGroup legend={postFormMessages.status} error={form.formState.errors.status?.message}>
        <Radio
          {...form.register('status')}
          value="published"
          label={postFormMessages.publishChoice}
          hint={postFormMessages.publishHint}
        />
        <Radio
          {...form.register('status')}
          value="draft"
          label={postFormMessages.draftChoice}
          hint={postFormMessages.draftHint}
        />
        <Radio
          {...form.register('status')}
          value="later"
          label={postFormMessages.laterChoice}
          hint={postFormMessages.laterHint}
        />
      </RadioGroup>
      {status === 'later' && <PublishAtField form={form} />}
      <Checkbox {...form.register('comments_enabled')}>{postFormMessages.comments}</Checkbox>
    </>
  );
}

type SubmitBarProps = {
  form: PostFormState;
  isBusy: boolean;
  isReady: boolean;
  /** The status before the form is sent; undefined for a new post. */
  before: PostStatus | undefined;
  shortcuts: string;
  cancel: ReactNode;
  /** The save status of the text. */
  status: ReactNode;
  /** Rendered between the cancel link and the submit button. */
  children: ReactNode;
};

/** The sticky bar at the bottom: the cancel link, the preview and the submit button. */
export function SubmitBar({
  form,
  isBusy,
  isReady,
  before,
  shortcuts,
  cancel,
  status,
  children,
}: SubmitBarProps) {
  const [title, content, selectedStatus] = useWatch({
    control: form.control,
    name: ['title', 'content', 'status'],
  });
  const isBlank = !title?.trim() || !content?.trim();
  return (
    <div className="bottom-bar sticky bottom-0 z-10 -mx-4 border-t border-rule bg-paper px-4 py-2 sm:-mx-6 sm:px-6 sm:py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:gap-y-3">
        <div className="min-h-4 min-w-0 flex-[1_0_100%] text-xs lg:flex-1">
          {status}
          <p className="hidden text-muted lg:block">{shortcuts}</p>
        </div>
        {cancel}
        {children}
        <Button
          type="submit"
          busy={isBusy}
          disabled={!isReady || isBlank}
          className="flex-1 whitespace-nowrap sm:flex-none"
        >
          {submitLabel(before, selectedStatus)}
        </Button>
      </div>
    </div>
  );
}
