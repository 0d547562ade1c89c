import { importLists, planStates, reportStates } from '#contract/imports.ts';

export const importsPath = '/staff/imports';
export const importPath = (id: number): string => `${importsPath}/${id}`;

const states = [...new Set([...planStates, ...reportStates])];
export type FileListName = (typeof importLists)[number];
export type FileState = (typeof states)[number];

/** The state of the lists of an import. The URL is its only store. */
export type FileListState = { list: FileListName | null; state: FileState | null; page: number };

export const parsePage = (params: URLSearchParams): number => {
  const page = Number(params.get('page') ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
};

/** Parses the query; invalid values count as absent. */
export const parseFileList = (params: URLSearchParams): FileListState => ({
  list: importLists.find((list) => list === params.get('list')) ?? null,
  state: states.find((state) => state === params.get('state')) ?? null,
  page: parsePage(params),
});

export function fileListPath(id: number, { list, state, page = 1 }: Partial<FileListState>): string {
  const params = new URLSearchParams();
  if (list) params.set('list', list);
  if (state) params.set('state', state);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${importPath(id)}?${query}` : importPath(id);
}
