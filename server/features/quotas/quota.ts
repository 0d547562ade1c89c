/** What an account keeps, each with a quota of its own. `posts` are those of any status, `drafts` what is being written. */
export const usageKinds = ['posts', 'drafts', 'revisions', 'comments', 'pictures'] as const;
export type UsageKind = (typeof usageKinds)[number];

export type Amount = { items: number; bytes: number };
export type Usage = Record<UsageKind, Amount>;
export type Quotas = Record<UsageKind, Amount>;

/** What a write adds. Nothing is added by what replaces a longer text by a shorter one. */
export type Added = Partial<Usage>;
export type Exceeded = { kind: UsageKind; measure: keyof Amount };

/** The first quota that a write would break. What adds nothing to a kind breaks no quota of it, however much is kept. */
export function exceeded(usage: Usage, added: Added, quotas: Quotas): Exceeded | undefined {
  for (const kind of usageKinds)
    for (const measure of ['items', 'bytes'] as const) {
      const more = added[kind]?.[measure] ?? 0;
      if (more > 0 && usage[kind][measure] + more > quotas[kind][measure]) return { kind, measure };
    }
  return undefined;
}

/** More than the requests of one account that are under way can add together: see http/body-admission.ts. */
const underway: Amount = { items: 500, bytes: 32 * 1024 * 1024 };

/** Whether other writes of the account, at the same time, could make this one break a quota. */
export function isNearQuota(usage: Usage, added: Added, quotas: Quotas): boolean {
  const kinds = usageKinds.filter((kind) => added[kind] !== undefined);
  const withOthers = kinds.map((kind) => {
    const { items, bytes } = added[kind] as Amount;
    return [kind, { items: items + underway.items, bytes: bytes + underway.bytes }];
  });
  return exceeded(usage, Object.fromEntries(withOthers), quotas) !== undefined;
}

/** Bytes of texts, as the database counts them. */
export const textBytes = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
