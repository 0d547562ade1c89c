import { useEffect } from 'react';
import type { ImportTask } from '#contract/imports.ts';
import { dateAndTime, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/staff-imports.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { EmptyState, Notice } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportFiles } from './import-files.tsx';
import { type FileListState, importsPath } from './import-paths.ts';
import { ImportState, isActive } from './import-state.tsx';

const pollMs = 2_000;

/** One import: how far it is, what can be done with it, and its files. */
export function ImportDetails({ id, list }: { id: string; list: FileListState }) {
  const query = useBrowserQuery(`import ${id}`, (api) =>
    api.call('getImport', { params: { id }, suppressToastFor: [404] }),
  );
  const { data, reload } = query;
  const isWorking = data !== null && isActive(data);
  useEffect(() => {
    if (!isWorking) return;
    const timer = setInterval(reload, pollMs);
    return () => clearInterval(timer);
  }, [isWorking, reload]);

  if (!data && query.error?.status === 404)
    return (
      <EmptyState title={messages.notFound} text={messages.notFoundText}>
        <ButtonLink to={importsPath}>{messages.toList}</ButtonLink>
      </EmptyState>
    );
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonText lines={8} />}
      failed={messages.failed}
      retry={messages.retry}
    >
      {(task) => (
        <div className="flex flex-col gap-8">
          <Summary task={task} onChange={reload} />
          <ImportFiles task={task} list={list} />
        </div>
      )}
    </QueryView>
  );
}

function Summary({ task, onChange }: { task: ImportTask; onChange: () => void }) {
  return (
    <section aria-labelledby="import">
      <p className="mb-3 text-sm">
        <TextLink to={importsPath}>{messages.toList}</TextLink>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="import" className="min-w-0 text-2xl font-bold wrap-anywhere">
          {task.name}
        </h2>
        <ImportState task={task} />
      </div>
      <MetadataList className="mt-1 text-xs text-muted">
        {interpolate(messages.number, { id: task.id })}
        <time dateTime={task.created_at}>{dateAndTime(task.created_at)}</time>
        {messages.sources[task.source]}
      </MetadataList>
      <div aria-live="polite" className="mt-4 flex max-w-text flex-col gap-4">
        {task.failure && <Notice tone="danger">{task.failure}</Notice>}
        {isActive(task) && <Progress task={task} />}
      </div>
      <Counts task={task} />
      <ImportActions task={task} onChange={onChange} />
      {!task.has_source && task.source !== 'command' && (
        <p className="mt-3 text-sm text-muted">{messages.fileGone}</p>
      )}
    </section>
  );
}

function Progress({ task: { state, is_stopping, progress } }: { task: ImportTask }) {
  const { done, total, file } = progress;
  if (state === 'waiting') return <p className="text-sm text-soft">{messages.waits}</p>;
  const text = total === null ? messages.progressUnknown : messages.progress;
  return (
    <div>
      <progress
        className="w-full accent-accent"
        aria-label={messages.states.import.running}
        {...(total !== null && { value: done, max: Math.max(1, total) })}
      />
      <p className="text-sm text-soft tabular-nums">
        {interpolate(text, { done: wholeNumber(done), total: wholeNumber(total ?? 0) })}
      </p>
      {file && (
        <p className="text-sm text-muted wrap-anywhere">{interpolate(messages.presentFile, { file })}</p>
      )}
      {is_stopping && <p className="text-sm text-soft">{messages.stopping}</p>}
    </div>
  );
}

/** The numbers of the last stage that has some. */
function Counts({ task: { stage, plan, report, undone } }: { task: ImportTask }) {
  const counts =
    (stage === 'undo' && undone && countsOf(messages.undone, undone)) ||
    (report && countsOf(messages.reported, report)) ||
    (plan && countsOf(messages.counts, plan));
  if (!counts) return null;
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
      {counts.map(({ name, label, value }) => (
        <div key={name}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 text-xl font-semibold tabular-nums">{wholeNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const countsOf = <Name extends string>(labels: Record<Name, string>, counts: Partial<Record<Name, number>>) =>
  (Object.keys(labels) as Name[]).flatMap((name) => {
    const value = counts[name];
    return value === undefined ? [] : [{ name, label: labels[name], value }];
  });
