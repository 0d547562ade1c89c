import { textOf } from '#locales/index.ts';
import type { Outcome } from './article-plan.ts';
import type { FileProblem } from './import-folder.ts';
import type { FileState } from './import-store.ts';

/** A line for the operator: the file, the line number if known, and the reason in Russian. */
export type ReportLine = { file: string; line?: number; reason: string };

/** What happened to how many files, and the number of problems of other files. */
export type ImportCounts = Record<FileState | 'problems', number>;

/** The lists have the first thousand lines of each kind; `counts` counts all, and the stored report of the run has all. */
export type ImportReport = {
  /** To undo it. */
  run: number;
  counts: ImportCounts;
  imported: Array<{ file: string; slug: string }>;
  /** Articles that the source has changed since the import before. */
  updated: Array<{ file: string; slug: string }>;
  /** Articles that were not imported; those that exist already, were edited here, or have the slug of another one are not broken. */
  skipped: Array<ReportLine & { isBroken: boolean; isKept?: boolean; isTaken?: boolean }>;
  /** Other problems in the folder, which did not cause an article to be skipped. */
  problems: ReportLine[];
};

export function presentProblem({ file, line, about, key, values }: FileProblem): ReportLine {
  const message = textOf(key, values);
  return {
    file,
    ...(line !== undefined && { line }),
    reason: about === undefined ? message : `${about}: ${message}`,
  };
}

const maxLines = 1_000;

export const createReport = (run: number): ImportReport => ({
  run,
  counts: { imported: 0, updated: 0, exists: 0, kept: 0, refused: 0, problems: 0 },
  ...{ imported: [], updated: [], skipped: [], problems: [] },
});

function addLine<Line>(list: Line[], line: Line): void {
  if (list.length < maxLines) list.push(line);
}

export function addProblems(report: ImportReport, lines: ReportLine[]): void {
  report.counts.problems += lines.length;
  for (const line of lines) addLine(report.problems, line);
}

export function stateOf({ slug, isUpdate, problem, isKept, isTaken }: Outcome): FileState {
  if (slug !== undefined) return isUpdate ? 'updated' : 'imported';
  if (problem && !isTaken) return isKept ? 'kept' : 'refused';
  return 'exists';
}

/** The lines of a file in the stored report. */
export function notesOf(outcome: Outcome): string[] {
  const { slug, notes = [] } = outcome;
  if (slug === undefined) return [toSkipped(outcome).reason];
  return notes
    .map((note) => presentProblem({ ...note, file: outcome.file }))
    .map(({ line, reason }) => (line === undefined ? reason : `${line}: ${reason}`));
}

const toSkipped = ({ file, problem }: Outcome): ReportLine =>
  presentProblem({ ...(problem ?? { key: 'imports.exists' }), file });

/** Adds the result for a file. */
export function addOutcome(report: ImportReport, outcome: Outcome): void {
  const { file, slug, isUpdate, problem, isKept, isTaken, notes = [] } = outcome;
  report.counts[stateOf(outcome)] += 1;
  if (slug !== undefined) {
    addLine(report[isUpdate ? 'updated' : 'imported'], { file, slug });
    addProblems(
      report,
      notes.map((note) => presentProblem({ ...note, file })),
    );
    return;
  }
  const isBroken = problem !== undefined && !isKept && !isTaken;
  const reasons = { isBroken, ...(isKept && { isKept }), ...(isTaken && { isTaken }) };
  addLine(report.skipped, { ...toSkipped(outcome), ...reasons });
}
