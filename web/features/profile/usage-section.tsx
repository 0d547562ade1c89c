import type { Usage, UsageAmount } from '#contract/usage.ts';
import { fileSize, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as quotasMessages from '#locales/ru/quotas.ts';

const nearlyFullThreshold = 0.9;

/** The account's storage usage and quotas; `usage` is null when it failed to load. */
export function UsageSection({ usage }: { usage: Usage | null }) {
  const rows = usage && [
    { name: quotasMessages.posts, amount: usage.posts },
    { name: quotasMessages.drafts, amount: usage.drafts },
    { name: quotasMessages.revisions, amount: usage.revisions },
    { name: quotasMessages.comments, amount: usage.comments },
    { name: quotasMessages.pictures, amount: usage.pictures },
  ];
  return (
    <section aria-labelledby="usage">
      <h2 id="usage" className="text-xl">
        {quotasMessages.heading}
      </h2>
      <p className="mt-1 text-sm text-soft">{rows ? quotasMessages.lead : quotasMessages.failed}</p>
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
  const usedShare = getUsedShare(amount);
  const text = formatUsage(amount);
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>
        {text}
        {usedShare !== null && (
          <meter
            className="usage-meter"
            aria-label={name}
            aria-valuetext={text}
            value={usedShare}
            high={nearlyFullThreshold}
            optimum={0}
          />
        )}
        {usedShare !== null && usedShare >= nearlyFullThreshold && (
          <p className="mt-1 text-danger">
            {usedShare >= 1 ? quotasMessages.full : quotasMessages.nearlyFull}
          </p>
        )}
      </dd>
    </div>
  );
}

/** The used share of the quota, by count or by bytes, whichever is higher; null without a quota. */
function getUsedShare(amount: UsageAmount): number | null {
  const { count, count_limit: countLimit, bytes, bytes_limit: bytesLimit } = amount;
  if (countLimit === null || bytesLimit === null) return null;
  return Math.min(1, Math.max(count / countLimit, bytes / bytesLimit));
}

function formatUsage(amount: UsageAmount): string {
  const { count_limit: countLimit, bytes_limit: bytesLimit } = amount;
  const count = wholeNumber(amount.count);
  const bytes = amount.bytes === 0 ? '0' : fileSize(amount.bytes);
  if (countLimit === null || bytesLimit === null)
    return interpolate(quotasMessages.amountUnlimited, { count, bytes });
  return interpolate(quotasMessages.amount, {
    count,
    countLimit: wholeNumber(countLimit),
    bytes,
    bytesLimit: fileSize(bytesLimit),
  });
}
