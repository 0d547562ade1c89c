import { accountMutations } from './mutations/accounts.ts';
import { authoringMutations } from './mutations/authoring.ts';
import { expensiveTextMutations } from './mutations/expensive-text.ts';
import { foundationMutations } from './mutations/foundation.ts';
import { importMutations } from './mutations/imports.ts';
import { interfaceMutations } from './mutations/interface.ts';
import { jobMutations } from './mutations/jobs.ts';
import { loadMutations } from './mutations/load.ts';
import { pageMutations } from './mutations/pages.ts';
import { paymentMutations } from './mutations/payments.ts';
import { processMutations } from './mutations/processes.ts';
import { quotaMutations } from './mutations/quotas.ts';
import { searchMutations } from './mutations/search.ts';
import { unpublishedMutations } from './mutations/unpublished.ts';
import { writingMutations } from './mutations/writing.ts';

/** A safeguard, the edit that removes it, and the test that must then fail. */
export type Mutation = {
  safeguard: string;
  file: string;
  /** A snippet that occurs exactly once in the file, and its replacement without the safeguard. */
  from: string;
  to: string;
  project: 'unit' | 'db' | 'api';
  testFile: string;
  /** A part of the test's name. */
  test: string;
};

export const mutations: Mutation[] = [
  ...foundationMutations,
  ...writingMutations,
  ...paymentMutations,
  ...pageMutations,
  ...loadMutations,
  ...processMutations,
  ...jobMutations,
  ...expensiveTextMutations,
  ...quotaMutations,
  ...interfaceMutations,
  ...unpublishedMutations,
  ...searchMutations,
  ...accountMutations,
  ...authoringMutations,
  ...importMutations,
];
