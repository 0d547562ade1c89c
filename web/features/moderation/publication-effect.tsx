import type { PublicationRules } from '#contract/publication-rules.ts';
import { wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/staff-publication.ts';
import { rules as ruleNames } from '#locales/ru/staff-waiting.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** What rules would have done with the texts of the last week. */
export function PublicationEffect({ rules }: { rules: PublicationRules }) {
  const query = useBrowserQuery(`publication effect ${JSON.stringify(rules)}`, (api) =>
    api.call('previewPublicationRules', { body: { rules } }),
  );
  return (
    <QueryView
      query={query}
      placeholder={<Skeleton className="h-28" />}
      failed={messages.failed}
      retry={messages.retry}
      headingLevel={3}
    >
      {({ texts, is_partial, shown, waiting, refused }) =>
        texts === 0 ? (
          <p role="status" className="text-soft">
            {messages.noTexts}
          </p>
        ) : (
          <div role="status">
            <p className="text-sm text-soft">
              {interpolate(is_partial ? messages.effectOfNewest : messages.effectOf, {
                count: wholeNumber(texts),
              })}
            </p>
            <ul className="mt-2 divide-y divide-rule border-y border-rule">
              <Line label={messages.effectShown} count={shown} examples={[]} />
              {waiting.map(({ rule, count, examples }) => (
                <Line
                  key={rule}
                  label={interpolate(messages.effectWaiting, { rule: ruleNames[rule].toLowerCase() })}
                  count={count}
                  examples={examples}
                />
              ))}
              {refused.count > 0 && <Line label={messages.effectRefused} {...refused} />}
            </ul>
          </div>
        )
      }
    </QueryView>
  );
}

function Line({ label, count, examples }: { label: string; count: number; examples: readonly string[] }) {
  return (
    <li className="py-2">
      <p className="flex justify-between gap-4">
        <span>{label}</span>
        <span className="font-medium tabular-nums">{wholeNumber(count)}</span>
      </p>
      {examples.length > 0 && (
        <p className="mt-1 text-sm text-muted wrap-anywhere">
          {interpolate(messages.examples, { list: examples.join('; ') })}
        </p>
      )}
    </li>
  );
}
