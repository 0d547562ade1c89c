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

/** A safety net, how to take it away, and the test that must then fail. */
export type Sabotage = {
  net: string;
  file: string;
  /** What stands in the file exactly once, and what stands there instead without the net. */
  from: string;
  to: string;
  project: 'unit' | 'db' | 'api';
  testFile: string;
  /** Names the test. */
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
