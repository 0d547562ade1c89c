import type { Author } from '#server/features/accounts/index.ts';

/** What a moderator wrote about an account, for other moderators. */
export type AccountNote = { id: number; text: string; createdAt: Date; moderator: Author | null };
