import { textOf } from '#text/index.ts';
import type { FileProblem } from './import-folder.ts';

/** A line for the operator: the file, the line in it where there is one, and the reason in Russian. */
export type ReportLine = { file: string; line?: number; reason: string };

export type ImportReport = {
  taken: Array<{ file: string; slug: string }>;
  /** Articles that were not taken; those that the site has already are not broken. */
  leftOut: Array<ReportLine & { isBroken: boolean }>;
  /** What else is wrong in the folder, or was left behind, though no article was left out for it alone. */
  problems: ReportLine[];
};

export function presentProblem({ file, line, about, key, values }: FileProblem): ReportLine {
  const words = textOf(key, values);
  return {
    file,
    ...(line !== undefined && { line }),
    reason: about === undefined ? words : `${about}: ${words}`,
  };
}
