/** The rules of the site, by which texts are reported and decisions are made. Their texts are in `locales/ru/rules.ts`. */
export const ruleIds = [
  'spam',
  'insult',
  'hate',
  'personal-data',
  'falsehood',
  'plagiarism',
  'adult',
  'illegal',
  'other',
] as const;
export type RuleId = (typeof ruleIds)[number];
