import { t } from '#text/index.ts';

/** The labels of `Pagination`. */
export const paginationLabels = {
  navigation: t('postList.pages'),
  previous: t('postList.previous'),
  next: t('postList.next'),
  page: (page: number) => t('postList.page', { page }),
};

/** «Страница 2 из 7» */
export function pageStatus(page: number, pages: number): string {
  return t('postList.pageOf', { page, pages });
}
