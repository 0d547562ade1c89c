import { Link, Navigate } from 'react-router';
import type { ImportTask } from '#contract/imports.ts';
import { dateAndTime, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/staff-imports.ts';
import { QueryList } from '#web/lists/query-list.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { importPath, importsPath } from './import-paths.ts';
import { ImportState } from './import-state.tsx';

const importsPerPage = 20;

/** All imports, newest first. */
export function ImportList({ page }: { page: number }) {
  const query = useBrowserQuery(`imports ${page}`, (api) =>
    api.call('listImports', { query: { page, page_size: importsPerPage }, suppressToastFor: [404] }),
  );
  if (query.error?.status === 404 && page > 1) return <Navigate to={importsPath} replace />;
  return (
    <section aria-labelledby="imports" className="mt-10">
      <h2 id="imports" className="mb-4 text-2xl font-bold">
        {messages.list}
      </h2>
      <QueryList
        query={query}
        page={page}
        pageSize={importsPerPage}
        hrefOf={(target) => (target > 1 ? `${importsPath}?page=${target}` : importsPath)}
        placeholder={<SkeletonText lines={6} />}
        failed={messages.failed}
        retry={messages.retry}
        headingLevel={3}
        empty={<EmptyState headingLevel={3} title={messages.empty} text={messages.emptyText} />}
      >
        {(task) => <Row task={task} />}
      </QueryList>
    </section>
  );
}

function Row({ task }: { task: ImportTask }) {
  const imported = task.report && task.report.imported + task.report.updated;
  return (
    <article className="py-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-sans text-base font-semibold wrap-anywhere">
          <Link to={importPath(task.id)} viewTransition className="hover:underline">
            {task.name}
          </Link>
        </h3>
        <ImportState task={task} />
      </div>
      <MetadataList className="mt-1 text-xs text-muted">
        {interpolate(messages.number, { id: task.id })}
        <time dateTime={task.created_at}>{dateAndTime(task.created_at)}</time>
        {messages.sources[task.source]}
        {imported !== null && `${messages.counts.imported}: ${wholeNumber(imported)}`}
      </MetadataList>
    </article>
  );
}
