import { useId } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import type { CategoryInfo } from '#contract/categories.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { categoryStyle } from '#web/categories/category-mark.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Container } from '#web/ui/container.tsx';

/** The row is about this wide: letters and gaps, in pixels. */
const widthOf = (categories: readonly CategoryInfo[]) =>
  categories.reduce((width, { name }) => width + name.length * 8.5 + 38, 0);

/** The widths of screens on which «Ещё» is not needed, because the row certainly fits. */
function whereHidden(width: number): string {
  if (width < 860) return 'lg:hidden';
  return width < 1_100 ? 'xl:hidden' : '';
}

/**
 * The categories as one row under the header: as many as fit, and all of them behind «Ещё»; on phones the row scrolls.
 * Works without scripts: links that do not fit are in a second, clipped line, which comes into view when one gets focus.
 */
export function CategoryLinks() {
  const categories = readCategories(useRouteLoaderData('root'));
  const { pathname } = useLocation();
  const panelId = useId();
  if (categories.length === 0) return null;
  return (
    <nav aria-label={shellMessages.categories} className="border-b border-rule bg-paper">
      <Container className="flex items-stretch gap-4">
        <ul className="category-row">
          {categories.map((category) => (
            <li key={category.id} className="shrink-0">
              <CategoryLink category={category} pathname={pathname} />
            </li>
          ))}
        </ul>
        <button
          type="button"
          popoverTarget={panelId}
          className={classNames(
            'hidden h-11 shrink-0 items-center text-sm font-medium text-soft hover:text-ink sm:flex',
            whereHidden(widthOf(categories)),
          )}
        >
          {shellMessages.moreCategories}
        </button>
      </Container>
      {/* A new element for every page, which is closed. */}
      <div key={pathname} id={panelId} popover="auto" className="category-panel">
        <ul className="columns-2 gap-6 md:columns-3">
          {categories.map((category) => (
            <li key={category.id}>
              <CategoryLink category={category} pathname={pathname} />
            </li>
          ))}
        </ul>
        <Link
          to="/categories"
          viewTransition
          className="mt-3 flex min-h-11 items-center border-t border-rule pt-3 text-sm font-medium text-link hover:underline"
        >
          {shellMessages.allCategories}
        </Link>
      </div>
    </nav>
  );
}

function CategoryLink({ category, pathname }: { category: CategoryInfo; pathname: string }) {
  const path = `/categories/${category.slug}`;
  return (
    <Link
      to={path}
      viewTransition
      {...categoryStyle(category)}
      aria-current={pathname === path ? 'page' : undefined}
      className="flex min-h-11 items-center gap-2 text-sm font-medium text-soft hover:text-category hover:underline aria-[current]:text-category"
    >
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-category" />
      {category.name}
    </Link>
  );
}

function readCategories(data: unknown): CategoryInfo[] {
  if (typeof data !== 'object' || data === null || !('categories' in data)) return [];
  return Array.isArray(data.categories) ? data.categories : [];
}
