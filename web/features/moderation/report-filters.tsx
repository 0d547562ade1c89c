import type { ReactNode } from 'react';
import { decisionTargets } from '#contract/moderation.ts';
import { ruleIds } from '#contract/rules.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import * as messages from '#locales/ru/staff-reports.ts';
import { useFilters } from '#web/lists/use-filters.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { caseStates, parseReportList, type ReportListState, reportListPath } from './report-list-path.ts';

/** The filters of the queue; a change applies at once. */
export function ReportFilters({ list }: { list: ReportListState }) {
  const { onChange } = useFilters((values) => reportListPath(parseReportList(values)));
  const choice = (name: 'state' | 'kind' | 'rule' | 'assignee', label: string, options: ReactNode) => (
    <Field label={label} className="max-sm:w-full sm:w-52">
      <Select name={name} value={list[name] ?? ''} onChange={onChange}>
        {options}
      </Select>
    </Field>
  );
  const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
    values.map((value) => (
      <option key={value} value={value}>
        {labels[value]}
      </option>
    ));
  return (
    <search>
      <form className="flex flex-wrap items-end gap-x-4 gap-y-3">
        {choice('state', messages.state, optionsOf(caseStates, messages.states))}
        {choice(
          'kind',
          messages.kind,
          <>
            <option value="">{messages.anyKind}</option>
            {optionsOf(decisionTargets, messages.kinds)}
          </>,
        )}
        {choice(
          'rule',
          messages.rule,
          <>
            <option value="">{messages.anyRule}</option>
            {optionsOf(ruleIds, ruleTitles)}
          </>,
        )}
        {choice(
          'assignee',
          messages.assignee,
          <>
            <option value="">{messages.anyAssignee}</option>
            {optionsOf(['me', 'nobody'], messages.assignees)}
          </>,
        )}
      </form>
    </search>
  );
}
