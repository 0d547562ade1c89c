import type { Category } from '#contract/categories.ts';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as categoryStaffMessages from '#locales/ru/category-staff.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { useInlineEdit } from '#web/forms/use-inline-edit.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { CategoryForm } from './category-form.tsx';
import { DeleteCategoryButton } from './delete-category-button.tsx';

const maxCategories = 100;

/** All categories, for staff: to create, edit and delete. */
export function CategoryManager() {
  const query = useBrowserQuery('categories', (api) =>
    api.call('listCategories', { query: { page_size: maxCategories } }),
  );
  return (
    <div className="grid gap-10 lg:grid-cols-[1fr_20rem] lg:items-start">
      <section aria-labelledby="all-categories" className="min-w-0">
        <h2 id="all-categories" className="text-2xl font-bold">
          {categoryStaffMessages.found}
        </h2>
        <QueryView
          query={query}
          placeholder={<SkeletonText lines={6} className="mt-6" />}
          failed={moderationMessages.failed}
          retry={moderationMessages.retry}
          headingLevel={3}
        >
          {({ results }) =>
            results.length === 0 ? (
              <EmptyState
                title={categoryStaffMessages.empty}
                text={categoryStaffMessages.emptyText}
                headingLevel={3}
              />
            ) : (
              <ul className="mt-4 divide-y divide-rule border-y border-rule">
                {results.map((category) => (
                  <li key={category.id} className="py-4">
                    <CategoryRow category={category} onChange={query.reload} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
      <section aria-labelledby="new-category" className="rounded-md border border-rule bg-raised p-5">
        <h2 id="new-category" className="mb-4 text-xl font-semibold">
          {categoryStaffMessages.add}
        </h2>
        <CategoryForm onDone={query.reload} />
      </section>
    </div>
  );
}

function CategoryRow({ category, onChange }: { category: Category; onChange: () => void }) {
  const { isEditing, editButton, open, close } = useInlineEdit();
  const { name } = category;

  if (isEditing)
    return (
      <CategoryForm
        category={category}
        onCancel={close}
        onDone={() => {
          close();
          onChange();
        }}
      />
    );
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex items-start gap-2 text-lg font-semibold wrap-anywhere">
          <span {...categoryStyle(category)} className="mt-1 text-category">
            <CategoryMark category={category} className="size-5" />
          </span>
          {name}
        </h3>
        {category.description && <p className="mt-0.5 text-sm text-soft">{category.description}</p>}
        <p className="mt-1 text-xs text-muted">{countOf(category.posts_count, nouns.post)}</p>
      </div>
      <div className="flex gap-2">
        <Button
          ref={editButton}
          variant="secondary"
          size="sm"
          aria-label={interpolate(categoryStaffMessages.editName, { name })}
          onClick={open}
        >
          {categoryStaffMessages.edit}
        </Button>
        <DeleteCategoryButton category={category} onDone={onChange} />
      </div>
    </div>
  );
}
