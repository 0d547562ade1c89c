import { foundationSabotages } from './sabotages/foundation.ts';
import { loadSabotages } from './sabotages/load.ts';
import { moneySabotages } from './sabotages/money.ts';
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
  ...loadSabotages,
];
