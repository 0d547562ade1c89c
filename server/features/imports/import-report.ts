import { textOf } from '#locales/index.ts';
import type { FileProblem } from './import-folder.ts';

/** A line for the operator: the file, the line number if known, and the reason in Russian. */
export type ReportLine = { file: string; line?: number; reason: string };

export type ImportReport = {
  imported: Array<{ file: string; slug: string }>;
  /** Articles that were not imported; those that exist already are not broken. */
  skipped: Array<ReportLine & { isBroken: boolean }>;
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
