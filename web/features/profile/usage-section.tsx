import type { Usage, UsageAmount } from '#contract/usage.ts';
import { fileSize, wholeNumber } from '#text/format.ts';
import { t } from '#text/index.ts';

const nearlyFullFrom = 0.9;

/** The account's storage usage and quotas; `usage` is null when it failed to load. */
export function UsageSection({ usage }: { usage: Usage | null }) {
  const rows = usage && [
    { name: t('quotas.posts'), amount: usage.posts },
    { name: t('quotas.drafts'), amount: usage.drafts },
    { name: t('quotas.revisions'), amount: usage.revisions },
    { name: t('quotas.comments'), amount: usage.comments },
    { name: t('quotas.pictures'), amount: usage.pictures },
  ];
  return (
    <section aria-labelledby="usage">
      <h2 id="usage" className="text-xl">
        {t('quotas.heading')}
      </h2>
      <p className="mt-1 text-sm text-soft">{t(rows ? 'quotas.lead' : 'quotas.failed')}</p>
      {rows && (
        <dl className="mt-3 grid gap-3 text-sm">
          {rows.map(({ name, amount }) => (
            <UsageRow key={name} name={name} amount={amount} />
          ))}
        </dl>
      )}
    </section>
  );
}

function UsageRow({ name, amount }: { name: string; amount: UsageAmount }) {
  const part = partOf(amount);
  const text = wordsOf(amount);
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>
        {text}
        {part !== null && (
          <meter
            className="usage-meter"
            aria-label={name}
            aria-valuetext={text}
            value={part}
            high={nearlyFullFrom}
            optimum={0}
          />
        )}
        {part !== null && part >= nearlyFullFrom && (
          <p className="mt-1 text-danger">{t(part >= 1 ? 'quotas.full' : 'quotas.nearlyFull')}</p>
        )}
      </dd>
    </div>
  );
}

/** The used share of the quota, by count or by bytes, whichever is higher; null without a quota. */
function partOf(amount: UsageAmount): number | null {
  const { count, count_limit: countLimit, bytes, bytes_limit: bytesLimit } = amount;
  if (countLimit === null || bytesLimit === null) return null;
  return Math.min(1, Math.max(count / countLimit, bytes / bytesLimit));
}

function wordsOf(amount: UsageAmount): string {
  const { count_limit: countLimit, bytes_limit: bytesLimit } = amount;
  const count = wholeNumber(amount.count);
  const bytes = amount.bytes === 0 ? '0' : fileSize(amount.bytes);
  if (countLimit === null || bytesLimit === null) return t('quotas.amountUnlimited', { count, bytes });
  return t('quotas.amount', {
    count,
    countLimit: wholeNumber(countLimit),
    bytes,
    bytesLimit: fileSize(bytesLimit),
  });
}
