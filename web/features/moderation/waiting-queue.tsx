import { useState } from 'react';
import { type WaitingText, waitingRules, waitingTextKinds } from '#contract/publication-rules.ts';
import type { RuleId } from '#contract/rules.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as messages from '#locales/ru/staff-waiting.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { QueryList } from '#web/lists/query-list.tsx';
import { useFilters } from '#web/lists/use-filters.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Select } from '#web/ui/select.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { StaffListSkeleton } from './staff-frame.tsx';
import { useCaseKeys } from './use-case-keys.ts';
import { parseWaitingList, type WaitingListState, waitingListPath } from './waiting-path.ts';

const textsPerPage = 50;

/** The list needs numbers; a post and a comment may have the same one. */
type Row = { id: number; text: WaitingText };

/** The texts that wait, one by one or several at once. Keys work while the focus is in the list. */
export function WaitingQueue({ list }: { list: WaitingListState }) {
  const { kind, rule, page } = list;
  const query = useBrowserQuery(waitingListPath(list), async (api) => {
    const { results, ...rest } = await api.call('listWaitingTexts', {
      query: { page, page_size: textsPerPage, kind: kind ?? undefined, rule: rule ?? undefined },
      suppressToastFor: [404],
    });
    return {
      ...rest,
      results: results.map((text): Row => ({ id: text.kind === 'post' ? text.id : -text.id, text })),
    };
  });
  const rows = query.data?.results ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const selected = rows.filter(({ id }) => chosen.has(id));
  const [hiding, setHiding] = useState<readonly Row[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { box, onKeyDown, focusAfterReload } = useCaseKeys(query.data);

  async function decide(outcome: 'publish' | 'hide', texts: readonly Row[], why: object = {}): Promise<void> {
    setBusy(true);
    try {
      const { results } = await getBrowserClient().api.call('decideWaitingTexts', {
        body: {
          outcome,
          ...why,
          texts: texts.map(({ text }) => ({ kind: text.kind, id: text.id, updated_at: text.updated_at })),
        },
      });
      const done = results.filter(({ result }) => result === 'done').length;
      const message = outcome === 'publish' ? messages.published : messages.hidden;
      if (done > 0) notify('success', interpolate(message, { count: String(done) }));
      if (done < results.length)
        notify('error', interpolate(messages.left, { count: String(results.length - done) }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    setBusy(false);
    setHiding(null);
    setChosen(new Set());
    focusAfterReload(
      Math.max(
        0,
        rows.findIndex(({ id }) => id === texts[0]?.id),
      ),
    );
    query.reload();
  }
  function select(id: number, isSelected: boolean): void {
    const next = new Set(chosen);
    if (isSelected) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  return (
    <>
      <Filters list={list} />
      <p className="mt-4 text-sm text-muted max-sm:hidden">{messages.keys}</p>
      {rows.length > 0 && (
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-2">
          <Checkbox
            checked={selected.length === rows.length}
            onChange={({ currentTarget }) =>
              setChosen(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))
            }
          >
            {messages.selectAll}
          </Checkbox>
          {selected.length > 0 && (
            <>
              <p role="status" className="text-sm font-medium tabular-nums">
                {interpolate(messages.selected, { count: String(selected.length) })}
              </p>
              <Button size="sm" busy={isBusy} onClick={() => void decide('publish', selected)}>
                {messages.publishSelected}
              </Button>
              <Button size="sm" variant="danger" busy={isBusy} onClick={() => setHiding(selected)}>
                {messages.hideSelected}
              </Button>
            </>
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts of the buttons inside */}
      <div ref={box} onKeyDown={onKeyDown}>
        <QueryList
          query={query}
          page={page}
          pageSize={textsPerPage}
          hrefOf={(target) => waitingListPath({ ...list, page: target })}
          placeholder={<StaffListSkeleton />}
          failed={messages.failed}
          retry={messages.retry}
          empty={<EmptyState title={messages.empty} text={messages.emptyText} />}
        >
          {(row) => (
            <WaitingRow
              row={row}
              isSelected={chosen.has(row.id)}
              isBusy={isBusy}
              onSelect={(isSelected) => select(row.id, isSelected)}
              onPublish={() => void decide('publish', [row])}
              onHide={() => setHiding([row])}
            />
          )}
        </QueryList>
      </div>
      <ReasonDialog
        open={hiding !== null}
        onOpenChange={(next) => !next && setHiding(null)}
        title={messages.hideTitle}
        description={interpolate(messages.selected, { count: String(hiding?.length ?? 0) })}
        confirmLabel={messages.hide}
        reasonHint={messages.reasonHint}
        busy={isBusy}
        withRule
        onConfirm={(reason, broken: RuleId) => void decide('hide', hiding ?? [], { reason, rule: broken })}
      />
    </>
  );
}

type RowProps = {
  row: Row;
  isSelected: boolean;
  isBusy: boolean;
  onSelect: (isSelected: boolean) => void;
  onPublish: () => void;
  onHide: () => void;
};

function WaitingRow({ row, isSelected, isBusy, onSelect, onPublish, onHide }: RowProps) {
  const { text } = row;
  const isPost = text.kind === 'post';
  const name = isPost ? text.title : text.text.slice(0, 60);
  return (
    <article
      data-case
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the list work on the text that has the focus
      tabIndex={0}
      aria-labelledby={`waiting-${text.key}`}
      className="flex gap-x-3 rounded-sm py-5"
    >
      <label className="-m-2 cursor-pointer self-start p-2 pointer-coarse:p-3">
        <input
          type="checkbox"
          data-key="KeyX"
          aria-label={interpolate(messages.select, { name })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          className="block size-5 accent-accent"
        />
      </label>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-2">
          <Badge>{messages.kindNames[text.kind]}</Badge>
          <Badge tone="warning">{messages.rules[text.rule]}</Badge>
        </p>
        <h2 id={`waiting-${text.key}`} className="mt-2 font-sans text-base font-semibold wrap-anywhere">
          {isPost ? text.title : interpolate(messages.under, { title: text.title })}
        </h2>
        <MetadataList className="mt-1 text-xs text-muted">
          <TextLink to={authorPath(text.author)}>
            {interpolate(messages.author, { name: displayName(text.author) })}
          </TextLink>
          {interpolate(messages.since, { date: dateAndTime(text.waiting_since) })}
          {isPost && <TextLink to={`/posts/${text.slug}`}>{messages.open}</TextLink>}
        </MetadataList>
        <p className="mt-3 line-clamp-6 text-sm wrap-anywhere whitespace-pre-line">{text.text}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="sm" variant="secondary" data-key="KeyP" busy={isBusy} onClick={onPublish}>
            {messages.publish}
          </Button>
          <Button size="sm" variant="secondary" data-key="KeyH" disabled={isBusy} onClick={onHide}>
            {messages.hide}
          </Button>
        </div>
      </div>
    </article>
  );
}

/** The filters of the queue; a change applies at once. */
function Filters({ list }: { list: WaitingListState }) {
  const { onChange } = useFilters((values) => waitingListPath(parseWaitingList(values)));
  return (
    <search>
      <form className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label={messages.kind} className="max-sm:w-full sm:w-52">
          <Select name="kind" value={list.kind ?? ''} onChange={onChange}>
            <option value="">{messages.anyKind}</option>
            {waitingTextKinds.map((kind) => (
              <option key={kind} value={kind}>
                {messages.kinds[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={messages.rule} className="max-sm:w-full sm:w-64">
          <Select name="rule" value={list.rule ?? ''} onChange={onChange}>
            <option value="">{messages.anyRule}</option>
            {waitingRules.map((rule) => (
              <option key={rule} value={rule}>
                {messages.rules[rule]}
              </option>
            ))}
          </Select>
        </Field>
      </form>
    </search>
  );
}
