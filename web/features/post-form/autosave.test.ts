import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type AutosaveState,
  createAutosave,
  longestWaitMs,
  type SaveOutcome,
  typingPauseMs,
} from './autosave.ts';

let saved: string[];
let kept: [string, boolean][];
let outcome: SaveOutcome;
let hasRoom: boolean;
let state: AutosaveState;
/** A save resolves with this promise. */
let network: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  kept = [];
  outcome = { savedAt: '14:32' };
  hasRoom = true;
  network = Promise.resolve();
});
afterEach(() => void vi.useRealTimers());

function create() {
  return createAutosave<string>({
    async save(text) {
      saved.push(text);
      await network;
      return outcome;
    },
    async keep(text, isSaved) {
      if (hasRoom) kept.push([text, isSaved]);
      return hasRoom;
    },
    now: Date.now,
    schedule(work, delayMs) {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
    onState: (next) => {
      state = next;
    },
  });
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('saves two seconds after the last change and stores every change locally at once', async () => {
  const autosave = create();
  autosave.change('а');
  await pass(0);
  expect([saved, kept]).toEqual([[], [['а', false]]]);
  await pass(typingPauseMs - 1);
  autosave.change('аб');
  await pass(typingPauseMs - 1);
  expect(saved).toEqual([]);
  await pass(1);
  expect(saved).toEqual(['аб']);
  expect(state).toMatchObject({ isSaving: false, savedAt: '14:32', problem: null });
  expect(kept.at(-1)).toEqual(['аб', true]);
  await pass(60_000);
  expect(saved).toHaveLength(1);
});

it('saves every fifteen seconds during continuous typing', async () => {
  const autosave = create();
  for (let second = 0; second < 60; second += 1) {
    autosave.change(`${second}`);
    await pass(longestWaitMs / 15);
  }
  expect(saved).toEqual(['14', '29', '44', '59']);
});

it('sends one text at a time and then the newest one', async () => {
  let arrive = (): void => undefined;
  network = new Promise((resolve) => {
    arrive = resolve;
  });
  const autosave = create();
  autosave.change('первый');
  await pass(typingPauseMs);
  expect(state.isSaving).toBe(true);
  autosave.change('второй');
  autosave.change('третий');
  await pass(60_000);
  expect(saved).toEqual(['первый']);
  arrive();
  await pass(0);
  expect(saved).toEqual(['первый', 'третий']);
});

it('retries with growing delays, and at once on a flush', async () => {
  const autosave = create();
  outcome = { problem: 'offline' };
  autosave.change('а');
  await pass(typingPauseMs);
  expect(state.problem).toBe('offline');
  expect(autosave.isUnsaved()).toBe(false);
  await pass(5_000);
  await pass(10_000);
  await pass(20_000);
  await pass(29_999);
  expect(saved).toHaveLength(4);
  await pass(1);
  expect(saved).toHaveLength(5);
  outcome = { savedAt: '14:40' };
  await autosave.flush();
  expect(state).toMatchObject({ problem: null, savedAt: '14:40' });
  expect(saved).toHaveLength(6);
});

it('does not retry after an expired session until a flush', async () => {
  const autosave = create();
  outcome = { problem: 'session' };
  autosave.change('а');
  await pass(typingPauseMs);
  autosave.change('аб');
  await pass(120_000);
  expect(saved).toEqual(['а']);
  outcome = { savedAt: '15:00' };
  await autosave.flush();
  expect(saved).toEqual(['а', 'аб']);
});

it('is unsaved only when neither the server nor the device has the last change', async () => {
  const autosave = create();
  expect(autosave.isUnsaved()).toBe(false);
  hasRoom = false;
  autosave.change('а');
  await pass(0);
  expect([autosave.isUnsaved(), state.isDeviceFull]).toEqual([true, true]);
  await pass(typingPauseMs);
  expect([autosave.isUnsaved(), state.isDeviceFull, state.savedAt]).toEqual([false, true, '14:32']);
  outcome = { problem: 'server' };
  autosave.change('аб');
  await pass(typingPauseMs);
  expect(autosave.isUnsaved()).toBe(true);
  hasRoom = true;
  autosave.change('абв');
  await pass(0);
  expect([autosave.isUnsaved(), state.isDeviceFull]).toEqual([false, false]);
});

it('waits after a conflict and during a pause, and resumes with the newest text', async () => {
  const autosave = create();
  outcome = 'conflict';
  autosave.change('моё');
  await pass(typingPauseMs);
  expect(state.isConflict).toBe(true);
  autosave.change('моё дальше');
  await pass(60_000);
  expect(saved).toEqual(['моё']);
  expect(kept.at(-1)).toEqual(['моё дальше', false]);
  outcome = { savedAt: '14:33' };
  await autosave.pause();
  autosave.change('моё совсем');
  await pass(60_000);
  expect(saved).toHaveLength(1);
  autosave.resume();
  await pass(0);
  expect(saved).toEqual(['моё', 'моё совсем']);
  expect(state.isConflict).toBe(false);
});
