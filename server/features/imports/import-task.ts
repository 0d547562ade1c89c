import type { importStages, importStates, planStates, reportStates } from '#contract/imports.ts';

export type ImportStage = (typeof importStages)[number];
export type ImportState = (typeof importStates)[number];
export type PlanCounts = Record<(typeof planStates)[number] | 'problems', number>;
export type ReportCounts = Record<(typeof reportStates)[number] | 'problems', number>;
export type UndoneCounts = Record<'posts' | 'pictures' | 'categories' | 'accounts' | 'kept', number>;

/** What an administrator has chosen for an import. */
export type TaskOptions = {
  author: string | null;
  pages: boolean;
  fetchPictures: boolean;
  siteUrl: string | null;
  members: boolean;
  date: string | null;
};

/** An import of the staff screen: its plan, its run, and what undoing it has left. */
export type ImportTask = {
  id: number;
  source: 'upload' | 'folder' | 'command';
  /** Null too when the upload has been deleted. */
  uploadId: string | null;
  folder: string | null;
  name: string;
  options: TaskOptions;
  stage: ImportStage;
  state: ImportState;
  isStopping: boolean;
  runId: number | null;
  done: number;
  total: number | null;
  file: string;
  plan: PlanCounts | null;
  report: ReportCounts | null;
  undone: UndoneCounts | null;
  error: string | null;
  createdAt: Date;
  changedAt: Date;
};

type Situation = Pick<ImportTask, 'stage' | 'state' | 'uploadId' | 'folder' | 'runId'>;

export const isActive = ({ state }: Pick<ImportTask, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** Whether the source is still there; that of a command is not the screen's. */
export const hasSource = ({ uploadId, folder }: Pick<ImportTask, 'uploadId' | 'folder'>): boolean =>
  uploadId !== null || folder !== null;

/** Nothing is imported without a complete plan; an import that has ended early can be continued. */
export const canStart = (task: Situation): boolean =>
  hasSource(task) &&
  ((task.stage === 'plan' && task.state === 'done') ||
    (task.stage === 'import' && (task.state === 'stopped' || task.state === 'failed')));

/** Again too: what had to stay may have become free. */
export const canUndo = (task: Situation): boolean => task.runId !== null && !isActive(task);
