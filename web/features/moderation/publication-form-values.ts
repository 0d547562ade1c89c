import {
  type PublicationMode,
  type PublicationRules,
  publicationModes,
  publicationRules,
} from '#contract/publication-rules.ts';
import * as messages from '#locales/ru/staff-publication.ts';

/** The numeric fields of the form; an empty one of `limits` means any number. */
export const numbers = ['newcomer_hours', 'newcomer_texts'] as const;
export const limits = [
  'newcomer_texts_a_day',
  'newcomer_links_a_day',
  'repeated_domains',
  'repeated_texts',
] as const;
export type NumberField = (typeof numbers)[number] | (typeof limits)[number];

const categoryField = 'category-';
export const categoryFieldName = (id: number): string => `${categoryField}${id}`;

type Parsed = { rules: PublicationRules } | { problems: Partial<Record<keyof PublicationRules, string>> };

/** Reads the form; the problems are those that the contract finds, by field. */
export function readRules(data: FormData): Parsed {
  const numberOf = (name: NumberField): unknown => {
    const typed = String(data.get(name) ?? '').trim();
    return typed === '' ? null : Number(typed);
  };
  const linesOf = (name: string): string[] => [
    ...new Set(
      String(data.get(name) ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
  const modeOf = (value: unknown): PublicationMode | undefined =>
    publicationModes.find((mode) => mode === value);
  const { data: rules, error } = publicationRules.safeParse({
    mode: modeOf(data.get('mode')),
    category_modes: [...data].flatMap(([name, value]) => {
      const mode = name.startsWith(categoryField) ? modeOf(value) : undefined;
      return mode ? [{ category: Number(name.slice(categoryField.length)), mode }] : [];
    }),
    ...Object.fromEntries([...numbers, ...limits].map((name) => [name, numberOf(name)])),
    stop_words: linesOf('stop_words'),
    blocked_domains: linesOf('blocked_domains'),
    needs_confirmed_address: data.get('needs_confirmed_address') === 'on',
  });
  if (rules) return { rules };
  const fields = error.issues.map(({ path: [field] }) => field as keyof PublicationRules);
  return {
    problems: Object.fromEntries(
      fields.map((field) => [
        field,
        messages.problems[field as keyof typeof messages.problems] ?? messages.numberProblem,
      ]),
    ),
  };
}
