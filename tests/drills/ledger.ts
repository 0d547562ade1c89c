/** The writes that a site has acknowledged in a drill, and those that were sent to it. JSON, so that a drill can continue later. */
export type Ledger = {
  /** User names of accounts whose registration was acknowledged. */
  accounts: string[];
  /** Unique texts: acknowledged ones must be stored once, those that were only sent at most once. */
  posts: Written;
  comments: Written;
  /** Highest acknowledged and highest sent number of texts that are saved again and again. */
  drafts: Record<string, Saved>;
  profiles: Record<string, Saved>;
  /** Ids of payments whose payer was sent back to the site as having paid. */
  payments: number[];
};

export type Written = { acknowledged: string[]; sent: string[] };
export type Saved = { acknowledged: number; sent: number };

export const createLedger = (): Ledger => ({
  accounts: [],
  posts: { acknowledged: [], sent: [] },
  comments: { acknowledged: [], sent: [] },
  drafts: {},
  profiles: {},
  payments: [],
});

export function countAcknowledged({ accounts, posts, comments, drafts, profiles, payments }: Ledger): number {
  const saves = [...Object.values(drafts), ...Object.values(profiles)];
  return (
    accounts.length +
    posts.acknowledged.length +
    comments.acknowledged.length +
    payments.length +
    saves.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  );
}
