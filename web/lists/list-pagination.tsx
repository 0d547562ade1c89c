import { interpolate } from '#locales/interpolate.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { Pagination, type PaginationProps } from '#web/ui/pagination.tsx';

const labels = {
  navigation: postListMessages.pages,
  previous: postListMessages.previous,
  next: postListMessages.next,
  page: (page: number) => interpolate(postListMessages.page, { page }),
};

type ListPaginationProps = Pick<PaginationProps, 'page' | 'pageCount' | 'hrefOf'>;

/** The page links of a list, with their labels. */
export function ListPagination(props: ListPaginationProps) {
  const { page, pageCount } = props;
  return (
    <Pagination
      {...props}
      status={interpolate(postListMessages.pageOf, { page, pages: pageCount })}
      labels={labels}
    />
  );
}
