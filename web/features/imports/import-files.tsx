import { Navigate, useNavigate } from 'react-router';
import {
  type ImportFile,
  type ImportTask,
  type keptKinds,
  planStates,
  reportStates,
} from '#contract/imports.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/staff-imports.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { QueryList } from '#web/lists/query-list.tsx';
import { SegmentLinks } from '#web/lists/segment-links.tsx';
import { useAction } from '#web/queries/use-action.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { type FileListName, type FileListState, fileListPath, parseFileList } from './import-paths.ts';
import { isActive } from './import-state.tsx';

const filesPerPage = 50;
const tones: Record<string, 'success' | 'warning' | 'danger' | 'neutral'> = {
  new: 'success',
  imported: 'success',
  updated: 'success',
  doubtful: 'warning',
  refused: 'danger',
};
type KeptKind = (typeof keptKinds)[number];

/** The lists of an import that have something to show. */
function listsOf({ source, plan, run, undone, report }: ImportTask): FileListName[] {
  const problems = (report ?? plan)?.problems ?? 0;
  return [
    ...(source === 'command' ? [] : (['plan'] as const)),
    ...(run === null ? [] : (['report'] as const)),
    ...(problems > 0 ? (['problems'] as const) : []),
    ...(undone ? (['kept'] as const) : []),
  ];
}

function defaultList({ stage, run }: ImportTask): FileListName {
  if (stage === 'undo') return 'kept';
  return stage === 'plan' || run === null ? 'plan' : 'report';
}

/** The plan, the report and the rest, a page at a time. */
export function ImportFiles({
  task,
  list: { list: wanted, state, page },
}: {
  task: ImportTask;
  list: FileListState;
}) {
  const lists = listsOf(task);
  const list = [wanted, defaultList(task)].find((name) => name !== null && lists.includes(name)) ?? lists[0];
  if (list === undefined) return null;
  return (
    <section aria-label={messages.lists[list]} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        {lists.length > 1 && (
          <SegmentLinks
            label={messages.listsLabel}
            segments={lists.map((name) => ({
              to: fileListPath(task.id, { list: name }),
              label: messages.lists[name],
              isCurrent: name === list,
            }))}
          />
        )}
        {(list === 'plan' || list === 'report') && <StateFilter task={task} list={list} state={state} />}
        {list === 'plan' && task.plan && <DownloadButton task={task} />}
      </div>
      <FileList task={task} list={{ list, state, page }} />
    </section>
  );
}

type FilterProps = { task: ImportTask; list: 'plan' | 'report'; state: FileListState['state'] };

function StateFilter({ task, list, state }: FilterProps) {
  const navigate = useNavigate();
  const labels = list === 'plan' ? messages.counts : messages.reported;
  return (
    <Field label={messages.state} className="max-sm:w-full sm:w-56">
      <Select
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = parseFileList(new URLSearchParams({ list, state: value }));
          void navigate(fileListPath(task.id, chosen));
        }}
      >
        <option value="">{messages.anyState}</option>
        {(list === 'plan' ? planStates : reportStates).map((name) => (
          <option key={name} value={name}>
            {labels[name]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function DownloadButton({ task: { id } }: { task: ImportTask }) {
  const { isBusy, run } = useAction();
  const download = () =>
    run(async () => {
      const plan = await getBrowserClient().api.call('downloadImportPlan', {
        params: { id: String(id) },
        body: {},
      });
      saveJson(`import-${id}.json`, plan);
    }, messages.downloaded);
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => void download()}>
      {messages.download}
    </Button>
  );
}

function saveJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

type FileListProps = { task: ImportTask; list: FileListState & { list: FileListName } };

function FileList({ task, list: { list, state, page } }: FileListProps) {
  const path = fileListPath(task.id, { list, state, page });
  // A list that a job is writing is loaded again when the job has ended.
  const query = useBrowserQuery(`${path} ${task.stage} ${isActive(task)}`, (api) =>
    api.call('listImportFiles', {
      params: { id: String(task.id) },
      query: { list, state: state ?? undefined, page, page_size: filesPerPage },
      suppressToastFor: [404],
    }),
  );
  if (query.error?.status === 404 && page > 1)
    return <Navigate to={fileListPath(task.id, { list, state })} replace />;
  return (
    <QueryList
      query={query}
      page={page}
      pageSize={filesPerPage}
      hrefOf={(target) => fileListPath(task.id, { list, state, page: target })}
      placeholder={<SkeletonText lines={8} />}
      failed={messages.filesFailed}
      retry={messages.retry}
      headingLevel={3}
      empty={<EmptyState headingLevel={3} title={messages.noFiles} text={messages.noFilesText} />}
    >
      {(file) => <FileRow file={file} list={list} />}
    </QueryList>
  );
}

function FileRow({
  file: { file, state, title, slug, author, category, notes },
  list,
}: {
  file: ImportFile;
  list: FileListName;
}) {
  const path = slug && `/posts/${slug}`;
  return (
    <article className="py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-sans text-base font-semibold wrap-anywhere">{title ?? file}</h3>
        {list !== 'problems' && <Badge tone={tones[state] ?? 'neutral'}>{stateLabel(list, state)}</Badge>}
      </div>
      <MetadataList className="mt-1 text-xs text-muted wrap-anywhere">
        {title && file}
        {path &&
          (state === 'exists' ? (
            <TextLink to={path}>{path}</TextLink>
          ) : (
            interpolate(messages.address, { path })
          ))}
        {author && interpolate(messages.fileAuthor, { name: author })}
        {category && interpolate(messages.fileCategory, { name: category })}
      </MetadataList>
      {notes.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-sm text-soft wrap-anywhere">
          {notes.map((note) => (
            <li key={note}>{list === 'kept' ? reasonOf(note) : note}</li>
          ))}
        </ul>
      )}
    </article>
  );
}

function stateLabel(list: FileListName, state: string): string {
  if (list === 'kept') return messages.keptKinds[state as KeptKind] ?? state;
  const labels: Record<string, string> = list === 'plan' ? messages.counts : messages.reported;
  return labels[state] ?? state;
}

const reasonOf = (note: string): string => (messages.keptReasons as Record<string, string>)[note] ?? note;
