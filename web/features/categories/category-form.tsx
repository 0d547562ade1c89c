import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Category, categoryBody } from '#contract/categories.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as categoryStaffMessages from '#locales/ru/category-staff.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';
import { Textarea } from '#web/ui/textarea.tsx';
import { CategoryStyleFields } from './category-style-fields.tsx';

type Values = z.input<typeof categoryBody>;
type Body = z.output<typeof categoryBody>;

/** The form with the name and description of a new or an existing category. */
export function CategoryForm({
  category,
  onDone,
  onCancel,
}: {
  category?: Category;
  onDone: () => void;
  onCancel?: () => void;
}) {
  const form = useForm<Values, unknown, Body>({
    resolver: contractResolver(categoryBody),
    defaultValues: {
      name: category?.name ?? '',
      description: category?.description ?? '',
      color: category?.color,
      mark: category ? (category.mark ?? 'tag') : undefined,
    },
  });
  const { errors, dirtyFields } = form.formState;

  async function send(body: Body): Promise<void> {
    const { api } = getBrowserClient();
    const request = { body, suppressToastFor: formErrorStatuses };
    if (category) await api.call('updateCategory', { params: { slug: category.slug }, ...request });
    else await api.call('createCategory', { ...request, body: withoutUntouched(body) });
    notify(
      'success',
      interpolate(category ? categoryStaffMessages.saved : categoryStaffMessages.created, {
        name: body.name,
      }),
    );
    form.reset();
    onDone();
  }
  /** The site chooses a colour and a mark that the user has not chosen. */
  const withoutUntouched = ({ color, mark, ...rest }: Body): Body => ({
    ...rest,
    ...(dirtyFields.color && { color }),
    ...(dirtyFields.mark && { mark }),
  });
  const state = useApiForm(form, send, {
    fields: ['name', 'description'],
    fallback: categoryStaffMessages.failed,
  });

  return (
    <ApiForm state={state} className="flex flex-col gap-4">
      <Field label={categoryStaffMessages.name} error={errors.name?.message}>
        <Input {...form.register('name')} aria-required />
      </Field>
      <Field
        label={categoryStaffMessages.description}
        hint={categoryStaffMessages.descriptionHint}
        error={errors.description?.message}
      >
        <Textarea {...form.register('description')} rows={3} className="min-h-20" />
      </Field>
      <CategoryStyleFields register={form.register} control={form.control} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={state.isBusy} disabled={!state.isReady}>
          {category ? categoryStaffMessages.save : categoryStaffMessages.create}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {categoryStaffMessages.cancel}
          </Button>
        )}
      </div>
    </ApiForm>
  );
}
