import { toMoscowInput } from '#locales/format.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { PostFormState } from './post-form-sections.tsx';

/** The time of publication, in Moscow time regardless of the author's time zone. */
export function PublishAtField({ form }: { form: PostFormState }) {
  const now = useNow();
  return (
    <Field label={postFormMessages.publishAt} error={form.formState.errors.publish_at?.message}>
      <Input
        {...form.register('publish_at')}
        type="datetime-local"
        min={now ? toMoscowInput(now.toISOString()) : undefined}
        className="w-full sm:w-64"
      />
    </Field>
  );
}
