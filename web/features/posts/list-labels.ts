import { interpolate } from '#locales/interpolate.ts';
import * as postListMessages from '#locales/ru/post-list.ts';

/** The labels of `Pagination`. */
export const paginationLabels = {
  navigation: postListMessages.pages,
  previous: postListMessages.previous,
  next: postListMessages.next,
  page: (page: number) => interpolate(postListMessages.page, { page }),
};

/** «Страница 2 из 7» */
export function pageStatus(page: number, pages: number): string {
  return interpolate(postListMessages.pageOf, { page, pages });
}
