import type { ModerationLogEntry } from '#contract/moderation-log.ts';
import { fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { decisionTexts } from '#locales/ru/decisions.ts';
import * as messages from '#locales/ru/moderation-log.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import { rulePath } from '#web/paths/rule-path.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** Decisions of the public log. */
export function LogList({ entries }: { entries: readonly ModerationLogEntry[] }) {
  return (
    <ul className="mt-6 divide-y divide-rule border-y border-rule">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing that identifies them
        <li key={index} className="py-4">
          <LogRow entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function LogRow({ entry }: { entry: ModerationLogEntry }) {
  const { date, action, target_kind: kind, rule, source, objection, withdrawn: isWithdrawn } = entry;
  const notes = [
    ...(source ? [messages.sources[source]] : []),
    ...(objection ? [messages.objections[objection]] : []),
  ];
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-semibold">
          {interpolate(messages.entry, { action: decisionTexts[action], kind: messages.targetKinds[kind] })}
        </span>
        {isWithdrawn && <Badge>{messages.withdrawn}</Badge>}
        <time dateTime={date} className="text-xs text-muted">
          {fullDate(date)}
        </time>
      </p>
      <p className="mt-1 text-sm">
        {rule ? <TextLink to={rulePath(rule)}>{ruleTitles[rule]}</TextLink> : messages.noRule}
      </p>
      {notes.length > 0 && <p className="mt-1 text-sm text-soft">{notes.join('. ')}</p>}
    </>
  );
}
