import { type AuditAction, type AuditItem, auditActions } from '#contract/audit.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/audit.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ListSkeleton } from '#web/lists/list-skeleton.tsx';
import { QueryList } from '#web/lists/query-list.tsx';
import { useFilters } from '#web/lists/use-filters.ts';
import { useAction } from '#web/queries/use-action.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { fieldName, valueText } from './change-text.ts';

const base = '/staff/audit';
const entriesPerPage = 20;

/** The state of the list. The URL is its only store. */
export type AuditListState = {
  search: string;
  action: AuditAction | null;
  from: string;
  to: string;
  page: number;
};

const day = (value: string | null): string => (value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '');

export function parseAuditList(params: URLSearchParams): AuditListState {
  const page = Number(params.get('page') ?? 1);
  return {
    search: params.get('search')?.trim() ?? '',
    action: auditActions.find((action) => action === params.get('action')) ?? null,
    from: day(params.get('from')),
    to: day(params.get('to')),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

function auditPath({ page, ...filters }: AuditListState): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${base}?${query}` : base;
}

const filtersOf = ({ search, action, from, to }: AuditListState) => ({
  search: search || undefined,
  action: action ?? undefined,
  from: from || undefined,
  to: to || undefined,
});

/** Everything that staff has done, with filters and an export. */
export function AuditLog({ list }: { list: AuditListState }) {
  const query = useBrowserQuery(auditPath(list), (api) =>
    api.call('listAuditLog', {
      query: { ...filtersOf(list), page: list.page, page_size: entriesPerPage },
      suppressToastFor: [404],
    }),
  );
  return (
    <>
      <Filters list={list} />
      <div className="mt-6">
        <QueryList
          query={query}
          page={list.page}
          pageSize={entriesPerPage}
          hrefOf={(page) => auditPath({ ...list, page })}
          placeholder={<ListSkeleton loading={messages.loading} />}
          failed={messages.failed}
          retry={messages.retry}
          empty={<EmptyState title={messages.empty} text={messages.emptyText} />}
        >
          {(entry) => <Entry entry={entry} />}
        </QueryList>
      </div>
    </>
  );
}

function Filters({ list }: { list: AuditListState }) {
  const { onSubmit } = useFilters((values) => auditPath(parseAuditList(values)));
  const { isBusy, run } = useAction();

  const download = () =>
    run(async () => {
      const csv = await getBrowserClient().api.call('exportAuditLog', { body: filtersOf(list) });
      saveFile('audit.csv', csv);
    }, messages.exported);

  const hasFilters = Object.values(filtersOf(list)).some(Boolean);
  return (
    <search>
      <form
        key={auditPath({ ...list, page: 1 })}
        onSubmit={onSubmit}
        className="flex flex-wrap items-end gap-x-4 gap-y-3"
      >
        <Field label={messages.search} className="min-w-0 flex-1 basis-64">
          <Input type="search" name="search" defaultValue={list.search} placeholder={messages.searchLabel} />
        </Field>
        <Field label={messages.action} className="max-sm:w-full sm:w-56">
          <Select name="action" defaultValue={list.action ?? ''}>
            <option value="">{messages.anyAction}</option>
            {auditActions.map((action) => (
              <option key={action} value={action}>
                {messages.actions[action]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={messages.from}>
          <Input type="date" name="from" defaultValue={list.from} />
        </Field>
        <Field label={messages.to}>
          <Input type="date" name="to" defaultValue={list.to} />
        </Field>
        <Button type="submit" variant="secondary">
          {messages.find}
        </Button>
        {hasFilters && (
          <ButtonLink to={base} variant="quiet">
            {messages.reset}
          </ButtonLink>
        )}
        <Button variant="secondary" busy={isBusy} onClick={() => void download()}>
          {messages.exportCsv}
        </Button>
      </form>
    </search>
  );
}

function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function Entry({ entry }: { entry: AuditItem }) {
  const { actor, target, address } = entry;
  const shownChanges = entry.changes.filter(({ before, after }) => before || after);
  return (
    <article className="py-4">
      <h2 className="font-sans text-base font-semibold wrap-anywhere">
        {messages.actions[entry.action]}
        {target.name && `: ${target.name}`}
      </h2>
      <MetadataList className="mt-1 text-xs text-muted">
        <time dateTime={entry.at}>{dateAndTime(entry.at)}</time>
        {actor.name || messages.bySite}
        {address && interpolate(messages.address, { address })}
      </MetadataList>
      {shownChanges.length > 0 && (
        <dl className="mt-2 flex flex-col gap-1 text-sm">
          {shownChanges.map(({ field, before, after }) => (
            <div key={field} className="wrap-anywhere">
              <dt className="inline text-soft">{fieldName(field)}: </dt>
              <dd className="inline">
                {before !== null && (
                  <del className="text-muted">{valueText(field, before) || messages.none}</del>
                )}{' '}
                {after !== null && valueText(field, after)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
