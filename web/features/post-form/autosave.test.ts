import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type AutosaveState,
  createAutosave,
  idleSaveDelayMs,
  maxSaveDelayMs,
  type SaveOutcome,
} from './autosave.ts';

let saved: string[];
let stored: [string, boolean][];
let outcome: SaveOutcome;
let hasSpace: boolean;
let state: AutosaveState;
/** A save resolves with this promise. */
let saveBlock: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  stored = [];
  outcome = { savedAt: '14:32' };
  hasSpace = true;
  saveBlock = Promise.resolve();
});
afterEach(() => void vi.useRealTimers());

function create() {
  return createAutosave<string>({
    async save(text) {
      saved.push(text);
      await saveBlock;
      return outcome;
    },
    async store(text, isSaved) {
      if (hasSpace) stored.push([text, isSaved]);
      return hasSpace;
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
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('saves two seconds after the last change and stores every change locally at once', async () => {
  const autosave = create();
  autosave.change('а');
  await advance(0);
  expect([saved, stored]).toEqual([[], [['а', false]]]);
  await advance(idleSaveDelayMs - 1);
  autosave.change('аб');
  await advance(idleSaveDelayMs - 1);
  expect(saved).toEqual([]);
  await advance(1);
  expect(saved).toEqual(['аб']);
  expect(state).toMatchObject({ isSaving: false, savedAt: '14:32', problem: null });
  expect(stored.at(-1)).toEqual(['аб', true]);
  await advance(60_000);
  expect(saved).toHaveLength(1);
});

it('saves every fifteen seconds during continuous typing', async () => {
  const autosave = create();
  for (let second = 0; second < 60; second += 1) {
    autosave.change(`${second}`);
    await advance(maxSaveDelayMs / 15);
  }
  expect(saved).toEqual(['14', '29', '44', '59']);
});

it('sends one text at a time and then the newest one', async () => {
  let finishSave = (): void => undefined;
  saveBlock = new Promise((resolve) => {
    finishSave = resolve;
  });
  const autosave = create();
  autosave.change('первый');
  await advance(idleSaveDelayMs);
  expect(state.isSaving).toBe(true);
  autosave.change('второй');
  autosave.change('третий');
  await advance(60_000);
  expect(saved).toEqual(['первый']);
  finishSave();
  await advance(0);
  expect(saved).toEqual(['первый', 'третий']);
});

it('retries with growing delays, and at once on a flush', async () => {
  const autosave = create();
  outcome = { problem: 'offline' };
  autosave.change('а');
  await advance(idleSaveDelayMs);
  expect(state.problem).toBe('offline');
  expect(autosave.isUnsaved()).toBe(false);
  await advance(5_000);
  await advance(10_000);
  await advance(20_000);
  await advance(29_999);
  expect(saved).toHaveLength(4);
  await advance(1);
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
  await advance(idleSaveDelayMs);
  autosave.change('аб');
  await advance(120_000);
  expect(saved).toEqual(['а']);
  outcome = { savedAt: '15:00' };
  await autosave.flush();
  expect(saved).toEqual(['а', 'аб']);
});

it('is unsaved only when neither the server nor the device has the last change', async () => {
  const autosave = create();
  expect(autosave.isUnsaved()).toBe(false);
  hasSpace = false;
  autosave.change('а');
  await advance(0);
  expect([autosave.isUnsaved(), state.isStorageFull]).toEqual([true, true]);
  await advance(idleSaveDelayMs);
  expect([autosave.isUnsaved(), state.isStorageFull, state.savedAt]).toEqual([false, true, '14:32']);
  outcome = { problem: 'server' };
  autosave.change('аб');
  await advance(idleSaveDelayMs);
  expect(autosave.isUnsaved()).toBe(true);
  hasSpace = true;
  autosave.change('абв');
  await advance(0);
  expect([autosave.isUnsaved(), state.isStorageFull]).toEqual([false, false]);
});

it('waits after a conflict and during a pause, and resumes with the newest text', async () => {
  const autosave = create();
  outcome = 'conflict';
  autosave.change('моё');
  await advance(idleSaveDelayMs);
  expect(state.isConflict).toBe(true);
  autosave.change('моё дальше');
  await advance(60_000);
  expect(saved).toEqual(['моё']);
  expect(stored.at(-1)).toEqual(['моё дальше', false]);
  outcome = { savedAt: '14:33' };
  await autosave.pause();
  autosave.change('моё совсем');
  await advance(60_000);
  expect(saved).toHaveLength(1);
  autosave.resume();
  await advance(0);
  expect(saved).toEqual(['моё', 'моё совсем']);
  expect(state.isConflict).toBe(false);
});
