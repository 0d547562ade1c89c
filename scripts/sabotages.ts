import { accountSabotages } from './sabotages/accounts.ts';
import { expensiveTextSabotages } from './sabotages/expensive-text.ts';
import { foundationSabotages } from './sabotages/foundation.ts';
import { interfaceSabotages } from './sabotages/interface.ts';
import { jobSabotages } from './sabotages/jobs.ts';
import { loadSabotages } from './sabotages/load.ts';
import { moneySabotages } from './sabotages/money.ts';
import { pageSabotages } from './sabotages/pages.ts';
import { processSabotages } from './sabotages/processes.ts';
import { quotaSabotages } from './sabotages/quotas.ts';
import { withdrawnSabotages } from './sabotages/withdrawn.ts';
import { writingSabotages } from './sabotages/writing.ts';

/** A safeguard, the edit that removes it, and the test that must then fail. */
export type Sabotage = {
  net: string;
  file: string;
  /** A snippet that occurs exactly once in the file, and its replacement without the safeguard. */
  from: string;
  to: string;
  project: 'unit' | 'db' | 'api';
  testFile: string;
  /** A part of the test's name. */
  test: string;
};

export const sabotages: Sabotage[] = [
  ...foundationSabotages,
  ...writingSabotages,
  ...moneySabotages,
  ...pageSabotages,
  ...loadSabotages,
  ...processSabotages,
  ...jobSabotages,
  ...expensiveTextSabotages,
  ...quotaSabotages,
  ...interfaceSabotages,
  ...withdrawnSabotages,
  ...accountSabotages,
];
