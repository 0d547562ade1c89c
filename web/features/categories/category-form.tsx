import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Category, categoryBody } from '#contract/categories.ts';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { contractResolver } from '#web/api/contract-resolver.ts';
import { formStatuses, showApiErrors } from '#web/api/form-errors.ts';
import { notify } from '#web/api/notify.ts';
import { useSubmit } from '#web/api/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
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
    const { api } = getBrowser();
    try {
      if (category)
        await api.call('updateCategory', { params: { slug: category.slug }, body, quiet: formStatuses });
      else await api.call('createCategory', { body, quiet: formStatuses });
    } catch (error) {
      const fields = ['name', 'description'] as const;
      setProblem(showApiErrors(form, error, { fields, fallback: t('categoryStaff.failed') }));
      return;
    }
    notify('success', t(category ? 'categoryStaff.saved' : 'categoryStaff.created', { name: body.name }));
    form.reset();
    onDone();
  });

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Field label={t('categoryStaff.name')} error={errors.name?.message}>
        <Input {...form.register('name')} aria-required />
      </Field>
      <Field
        label={t('categoryStaff.description')}
        hint={t('categoryStaff.descriptionHint')}
        error={errors.description?.message}
      >
        <Textarea {...form.register('description')} rows={3} className="min-h-20" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} disabled={!isReady}>
          {t(category ? 'categoryStaff.save' : 'categoryStaff.create')}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t('categoryStaff.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
