import { countOf } from './format.ts';
import { nouns } from './ru/nouns.ts';

/** «2:05»: minutes and seconds of a countdown. */
export const clockDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** «45 секунд», «5 минут» in the accusative: whole minutes from two minutes on, rounded up. */
export const waitingTime = (seconds: number): string =>
  seconds < 120 && seconds !== 60
    ? countOf(seconds, nouns.second)
    : countOf(Math.ceil(seconds / 60), nouns.minute);
