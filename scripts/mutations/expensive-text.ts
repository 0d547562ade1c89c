import type { Mutation } from '../mutations.ts';

const platform = 'server/platform';

/** Safeguards against texts that are expensive by design. */
export const expensiveTextMutations: Mutation[] = [
  {
    safeguard: 'expensive text: a slug reads a bounded part of a heading',
    file: 'contract/slug.ts',
    from: 'title.slice(0, titleCharactersPerSlugCharacter * maxLength)',
    to: 'title.slice(0, 999_999 * maxLength)',
    project: 'unit',
    testFile: 'contract/slug.test.ts',
    test: 'reads at most ten characters of a long title',
  },
  {
    safeguard: 'expensive text: the cost of URLs is counted before they are parsed',
    file: `${platform}/markdown/complexity-limit.ts`,
    from: 'charge(countLineSteps(markdown) + countUrlSteps(markdown));',
    to: 'charge(countLineSteps(markdown)); void countUrlSteps;',
    project: 'unit',
    testFile: `${platform}/markdown/complexity-limit.test.ts`,
    test: 'an address with a long end',
  },
  {
    safeguard: 'expensive text: one rendering at a time for each account',
    file: `${platform}/fair-queue.ts`,
    from: 'return !running.has(job.account) && ',
    to: 'return ',
    project: 'unit',
    testFile: `${platform}/fair-queue.test.ts`,
    test: 'one job of an account',
  },
  {
    safeguard: 'expensive text: accounts are scheduled by their past cost',
    file: `${platform}/fair-queue.ts`,
    from: '(job.startTag < first.startTag ? job : first)',
    to: '(first.startTag < 0 ? job : first)',
    project: 'unit',
    testFile: `${platform}/fair-queue.test.ts`,
    test: 'serves an account with few jobs',
  },
  {
    safeguard: 'expensive text: the last worker is reserved for small texts',
    file: `${platform}/fair-queue.ts`,
    from: '(!isLarge(job) || countLarge() < Math.max(1, slots - 1))',
    to: '(!isLarge(job) || countLarge() < slots)',
    project: 'unit',
    testFile: `${platform}/fair-queue.test.ts`,
    test: 'reserves the last slot',
  },
  {
    safeguard: 'expensive text: code with long lines stays plain',
    file: `${platform}/markdown/highlight.ts`,
    from: 'line.length <= maxLineLength',
    to: 'line.length <= 999_999',
    project: 'unit',
    testFile: `${platform}/markdown/highlight.test.ts`,
    test: 'stays plain beyond the limits',
  },
  {
    safeguard: 'expensive text: the colours of a text have a limit',
    file: `${platform}/markdown/highlight.ts`,
    from: 'cost <= costLimit && ',
    to: '',
    project: 'unit',
    testFile: `${platform}/markdown/highlight.test.ts`,
    test: 'counts all blocks of a text together',
  },
];
