import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Category, categoryBody } from '#contract/categories.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as categoryStaffMessages from '#locales/ru/category-staff.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses, showApiErrors } from '#web/forms/form-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Textarea } from '#web/ui/textarea.tsx';

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
    defaultValues: { name: category?.name ?? '', description: category?.description ?? '' },
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors } = form.formState;

  const { isReady, isBusy, onSubmit } = useSubmit(form, async (body) => {
    setProblem(null);
    const { api } = getBrowserClient();
    try {
      if (category)
        await api.call('updateCategory', {
          params: { slug: category.slug },
          body,
          suppressToastFor: formErrorStatuses,
        });
      else await api.call('createCategory', { body, suppressToastFor: formErrorStatuses });
    } catch (error) {
      const fields = ['name', 'description'] as const;
      setProblem(showApiErrors(form, error, { fields, fallback: categoryStaffMessages.failed }));
      return;
    }
    notify(
      'success',
      interpolate(category ? categoryStaffMessages.saved : categoryStaffMessages.created, {
        name: body.name,
      }),
    );
    form.reset();
    onDone();
  });

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
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
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} disabled={!isReady}>
          {category ? categoryStaffMessages.save : categoryStaffMessages.create}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {categoryStaffMessages.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
