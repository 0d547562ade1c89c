import {
  type ChangeEvent,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { postTitleMaxLength, standfirstMaxLength } from '#contract/post-fields.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field, useFieldControl } from '#web/ui/field.tsx';
import { Radio, RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { type PostValues, recommendedMinLength } from './post-fields.ts';
import { PublishAtField } from './publish-at-field.tsx';
import { uploadImage } from './upload-picture.ts';

export type CategoryChoice = Pick<Category, 'id' | 'name'>;
export type PostFormState = UseFormReturn<PostValues, unknown, PostValues>;

/** From this length the form counts the characters of a title. */
const longTitle = 150;

/** A section of the panel with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 border-t border-rule pt-5">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  );
}

/** The title, set as in the article. It is one line of text: Enter continues in the text. */
export function TitleField({ form, onEnter }: { form: PostFormState; onEnter: () => void }) {
  const { error } = form.getFieldState('title', form.formState);
  const title = useWatch({ control: form.control, name: 'title' }) ?? '';
  const { length } = title.trim();
  const counter = interpolate(postFormMessages.titleCounter, { count: length, max: postTitleMaxLength });
  return (
    <div>
      <Field labelHidden label={postFormMessages.postTitle} error={error?.message}>
        <PaperTitle {...form.register('title')} title={title} onEnter={onEnter} />
      </Field>
      {length > longTitle && <p className="mt-2 text-xs text-muted tabular-nums">{counter}</p>}
    </div>
  );
}

/** Line ends that are typed or pasted become spaces. */
const onOneLine =
  (onChange: ReturnType<PostFormState['register']>['onChange']) =>
  (event: ChangeEvent<HTMLTextAreaElement>) => {
    const { currentTarget: changed } = event;
    if (/[\r\n]/.test(changed.value)) changed.value = changed.value.replace(/[\r\n]+/g, ' ');
    return onChange(event);
  };

type PaperTitleProps = ReturnType<PostFormState['register']> & { title: string; onEnter: () => void };

function PaperTitle({ ref, title, onEnter, onChange, ...rest }: PaperTitleProps) {
  const control = useFieldControl();
  const box = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => box.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the title
  useLayoutEffect(() => {
    if (!box.current || CSS.supports('field-sizing', 'content')) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${box.current.scrollHeight}px`;
  }, [title]);
  return (
    <textarea
      {...control}
      {...rest}
      ref={(element) => {
        box.current = element;
        ref(element);
      }}
      rows={1}
      autoComplete="off"
      aria-required
      placeholder={postFormMessages.postTitlePlaceholder}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter();
      }}
      onChange={onOneLine(onChange)}
      className="field-sizing-content block w-full resize-none overflow-hidden bg-transparent pb-2 font-serif text-3xl font-bold tracking-tight text-ink outline-none placeholder:text-rule-strong sm:text-5xl"
    />
  );
}

/** Standfirst and category. */
export function BasicFields({ form, categories }: { form: PostFormState; categories: CategoryChoice[] }) {
  const { errors } = form.formState;
  const standfirst = useWatch({ control: form.control, name: 'standfirst' });
  const standfirstField = form.register('standfirst');
  return (
    <>
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
      <Field
        label={postFormMessages.standfirst}
        hint={postFormMessages.standfirstHint}
        aside={interpolate(postFormMessages.titleCounter, {
          count: standfirst?.trim().length ?? 0,
          max: standfirstMaxLength,
        })}
        error={errors.standfirst?.message}
      >
        <Textarea
          {...standfirstField}
          onChange={onOneLine(standfirstField.onChange)}
          rows={2}
          autoComplete="off"
        />
      </Field>
    </>
  );
}

/** The state of the text's image uploads: `failed` while failed uploads wait for a retry. */
export type UploadStatus = 'idle' | 'running' | 'failed';

export type TextHandle = { focus: () => void };

/** The props of the text editor. The page provides the editor. */
export type TextEditorProps = {
  ref: RefCallback<TextHandle>;
  value: string;
  onChange: (markdown: string) => void;
  label: string;
  uploadImage: typeof uploadImage;
  onUploadStatusChange: (uploading: UploadStatus) => void;
};
export type RenderEditor = (editor: TextEditorProps) => ReactNode;

type TextFieldsProps = Pick<TextEditorProps, 'onUploadStatusChange'> & {
  ref: RefObject<TextHandle | null>;
  form: PostFormState;
  renderEditor: RenderEditor;
};

/** The text field with the editor. */
export function TextFields({ ref, form, renderEditor, onUploadStatusChange }: TextFieldsProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'content' });
  return (
    <Field
      labelHidden
      label={postFormMessages.content}
      hint={interpolate(postFormMessages.contentHint, { min: recommendedMinLength })}
      error={fieldState.error?.message}
    >
      {renderEditor({
        ref(handle) {
          field.ref(handle);
          ref.current = handle;
        },
        value: field.value,
        onChange: field.onChange,
        label: postFormMessages.content,
        uploadImage,
        onUploadStatusChange,
      })}
    </Field>
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
