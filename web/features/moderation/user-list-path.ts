import { roles } from '#contract/permissions.ts';

export const usersPath = '/staff/users';
const states = ['active', 'restricted', 'disabled'] as const;
const roleFilters = [...roles, 'staff'] as const;

/** The state of the list of users. The URL is its only store. */
export type UserListState = {
  search: string;
  role: (typeof roleFilters)[number] | null;
  state: (typeof states)[number] | null;
  page: number;
};

/** Parses the query of the list; invalid values count as absent. */
export function parseUserList(params: URLSearchParams): UserListState {
  const page = Number(params.get('page') ?? 1);
  return {
    search: params.get('search')?.trim() ?? '',
    role: roleFilters.find((role) => role === params.get('role')) ?? null,
    state: states.find((state) => state === params.get('state')) ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The path of the list in the given state; defaults are omitted. */
export function userListPath({ search, role, state, page }: Partial<UserListState>): string {
  const params = new URLSearchParams();
  if (role) params.set('role', role);
  if (state) params.set('state', state);
  if (search) params.set('search', search);
  if (page && page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${usersPath}?${query}` : usersPath;
}

export const userPath = (id: number): string => `${usersPath}/${id}`;
