import { type CategoryPlan, readCategories } from './category-data.ts';
import type { CopiedPlacementPlan } from './import-source.ts';
import { getDate, requireDate } from './parse-date.ts';
import { refuse, withFile } from './problem.ts';
import { getFields, getItems, getText, readYaml } from './yaml-value.ts';

const sections = ['lead', 'row'];

/** Who has placed what on the front page. Throws Refusal with file and line. */
export const readCopiedPlacements = (name: string, text: string): CopiedPlacementPlan[] =>
  withFile(name, () =>
    getItems(readYaml(text)).map((item) => {
      const fields = getFields(item);
      const section = getText(fields, 'section')?.text ?? '';
      if (!sections.includes(section))
        refuse('imports.notOption', { line: item.line }, { name: 'section', options: sections.join(', ') });
      return {
        slug: getText(fields, 'article')?.text ?? '',
        section,
        startsAt: getDate(fields, 'starts'),
        endsAt: getDate(fields, 'ends'),
        placedAt: requireDate(fields, 'placed', item.line),
        editor: getText(fields, 'by') ?? null,
      };
    }),
  );

/** The categories of one file. Throws Refusal with file and line. */
export const readCopiedCategories = (name: string, text: string): Map<string, CategoryPlan> =>
  withFile(name, () => readCategories(text));
