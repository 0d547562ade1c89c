import type { ModeratedPostState } from '#contract/staff.ts';

/** The state of a moderation list. It is stored only in the URL. */
export type ModerationList = {
  state: ModeratedPostState;
  search: string;
  /** Of posts: their author and the slug of their category. */
  author: number | null;
  category: string;
  page: number;
};

export const postStates: readonly ModeratedPostState[] = [
  'visible',
  'hidden',
  'off-front-page',
  'draft',
  'scheduled',
];

/** Parses the state of a list from its query. Invalid values count as absent. */
export function readModerationList(
  params: URLSearchParams,
  states: readonly ModeratedPostState[] = ['visible', 'hidden'],
): ModerationList {
  const page = Number(params.get('page') ?? 1);
  const author = Number(params.get('author'));
  return {
    state: states.find((state) => state === params.get('state')) ?? 'visible',
    search: params.get('search')?.trim() ?? '',
    author: Number.isSafeInteger(author) && author >= 1 ? author : null,
    category: params.get('category') ?? '',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The URL of a list in the given state. Default values are omitted. */
export function moderationPath(
  base: string,
  { state, search, author, category, page }: Partial<ModerationList>,
): string {
  const params = new URLSearchParams();
  if (state && state !== 'visible') params.set('state', state);
  if (search) params.set('search', search);
  if (author) params.set('author', String(author));
  if (category) params.set('category', category);
  if (page && page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${base}?${query}` : base;
}
