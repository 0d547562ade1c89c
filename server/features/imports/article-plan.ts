import type { Problem } from './problem.ts';

/**
 * The result for a file: imported or updated with a slug, skipped with a problem, or, with none of them, unchanged since the
 * import before. `notes` do not prevent the import.
 */
export type Outcome = {
  file: string;
  slug?: string;
  isUpdate?: boolean;
  problem?: Problem;
  /** Whether the problem is only that the site has something newer. */
  isKept?: boolean;
  /** Whether the problem is that another article has the slug. */
  isTaken?: boolean;
  notes?: Problem[];
  /** Whether the next import tries again to get a picture. */
  isIncomplete?: boolean;
};
