/** Each kind has its own quota. `posts` are those of any status, `drafts` the texts in the editor (`post_drafts`). */
export const usageKinds = ['posts', 'drafts', 'revisions', 'comments', 'pictures'] as const;
export type UsageKind = (typeof usageKinds)[number];

export type Amount = { items: number; bytes: number };
export type Usage = Record<UsageKind, Amount>;
export type Quotas = Record<UsageKind, Amount>;

/** What a write adds; negative bytes if a text becomes shorter. */
export type Added = Partial<Usage>;
export type Exceeded = { kind: UsageKind; measure: keyof Amount };

/** The first quota that a write would exceed. A write that adds nothing to a kind is allowed even over its quota. */
export function findExceeded(usage: Usage, added: Added, quotas: Quotas): Exceeded | undefined {
  for (const kind of usageKinds)
    for (const measure of ['items', 'bytes'] as const) {
      const more = added[kind]?.[measure] ?? 0;
      if (more > 0 && usage[kind][measure] + more > quotas[kind][measure]) return { kind, measure };
    }
  return undefined;
}

/** More than the concurrent requests of one account can add together: see http/body-admission.ts. */
const maxConcurrentUsage: Amount = { items: 500, bytes: 32 * 1024 * 1024 };

/** Whether the quota could be exceeded by this write together with concurrent writes of the account. */
export function isNearQuota(usage: Usage, added: Added, quotas: Quotas): boolean {
  const kinds = usageKinds.filter((kind) => added[kind] !== undefined);
  const withConcurrent = kinds.map((kind) => {
    const { items, bytes } = added[kind] as Amount;
    return [kind, { items: items + maxConcurrentUsage.items, bytes: bytes + maxConcurrentUsage.bytes }];
  });
  return findExceeded(usage, Object.fromEntries(withConcurrent), quotas) !== undefined;
}

/** The size of texts in bytes, as the database counts them. */
export const textBytes = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
