export const typingPauseMs = 2_000;
export const longestWaitMs = 15_000;
const firstRetryMs = 5_000;
const longestRetryMs = 30_000;

/** Why the server did not save a text: `session` waits for a login, the others are retried. */
export type SaveProblem = 'offline' | 'server' | 'refused' | 'session';
export type SaveOutcome = { savedAt: string } | { problem: SaveProblem } | 'conflict';

export type AutosaveState = {
  isSaving: boolean;
  /** The time of the last save on the server. */
  savedAt: string | null;
  problem: SaveProblem | null;
  isConflict: boolean;
  /** Whether the device has no storage space for the text. */
  isDeviceFull: boolean;
};

export type AutosaveDeps<Text> = {
  /** Saves a text on the server. Never rejects. */
  save: (text: Text) => Promise<SaveOutcome>;
  /** Stores a text on this device with the flag whether the server has it too. False when there is no space. */
  keep: (text: Text, isSaved: boolean) => Promise<boolean>;
  now: () => number;
  /** Runs work later, once. Returns the function that cancels it. */
  schedule: (work: () => void, delayMs: number) => () => void;
  onState: (state: AutosaveState) => void;
};

export type Autosave<Text> = {
  change(text: Text): void;
  /** Saves at once: the network or the session is back, or the page becomes hidden. */
  flush(): Promise<void>;
  /** Stops saving until `resume` and waits for the save in flight. */
  pause(): Promise<void>;
  /** Continues after a pause or a conflict. */
  resume(): void;
  /** Whether the last change is neither on the server nor on this device. */
  isUnsaved(): boolean;
};

const calm: AutosaveState = {
  isSaving: false,
  savedAt: null,
  problem: null,
  isConflict: false,
  isDeviceFull: false,
};

/**
 * Saves a text two seconds after the last change, and at least every fifteen seconds during continuous typing. Stores
 * every change on the device at once.
 */
export function createAutosave<Text>(deps: AutosaveDeps<Text>): Autosave<Text> {
  let state = calm;
  let latest: { text: Text; revision: number } | null = null;
  let savedRevision = 0;
  let changedAt = 0;
  /** The time of the first change that was not sent to the server. */
  let waitingSince: number | null = null;
  let retry: { at: number; delayMs: number } | null = null;
  let isPaused = false;
  let callOff = (): void => undefined;
  let saving: Promise<void> | null = null;
  const device = createDeviceKeeper(deps, {
    latest: () => latest && { ...latest, isSaved: latest.revision === savedRevision },
    onOutcome: (isKept) => show({ isDeviceFull: !isKept }),
  });

  function show(changes: Partial<AutosaveState>): void {
    state = { ...state, ...changes };
    deps.onState(state);
  }

  const isBehind = () => latest !== null && latest.revision !== savedRevision;

  function plan(): void {
    callOff();
    const isWaiting = isPaused || state.isConflict || saving !== null || state.problem === 'session';
    if (isWaiting || !isBehind()) return;
    const dueAt =
      retry?.at ?? Math.min(changedAt + typingPauseMs, (waitingSince ?? changedAt) + longestWaitMs);
    callOff = deps.schedule(() => void flush(), Math.max(0, dueAt - deps.now()));
  }

  async function flush(): Promise<void> {
    if (isPaused || state.isConflict || !isBehind()) return;
    callOff();
    saving ??= save();
    await saving;
  }

  async function save(): Promise<void> {
    const { text, revision } = latest as NonNullable<typeof latest>;
    waitingSince = null;
    show({ isSaving: true });
    const outcome = await deps.save(text);
    saving = null;
    if (outcome === 'conflict') {
      show({ isSaving: false, isConflict: true, problem: null });
    } else if ('problem' in outcome) {
      const delayMs = Math.min(retry ? retry.delayMs * 2 : firstRetryMs, longestRetryMs);
      retry = { at: deps.now() + delayMs, delayMs };
      show({ isSaving: false, problem: outcome.problem });
    } else {
      savedRevision = revision;
      retry = null;
      show({ isSaving: false, problem: null, savedAt: outcome.savedAt });
      void device.keep();
    }
    plan();
  }

  return {
    change(text) {
      latest = { text, revision: (latest?.revision ?? 0) + 1 };
      changedAt = deps.now();
      waitingSince ??= changedAt;
      void device.keep();
      plan();
    },
    async flush() {
      retry = null;
      await flush();
    },
    async pause() {
      isPaused = true;
      callOff();
      await saving;
      await device.keep();
    },
    resume() {
      isPaused = false;
      retry = null;
      show({ isConflict: false });
      plan();
    },
    isUnsaved: () => isBehind() && device.keptRevision() !== latest?.revision,
  };
}

type Latest<Text> = { text: Text; revision: number; isSaved: boolean };

/** Writes the newest text to the device, one write at a time. Texts replaced during a write are skipped. */
function createDeviceKeeper<Text>(
  { keep }: Pick<AutosaveDeps<Text>, 'keep'>,
  { latest, onOutcome }: { latest: () => Latest<Text> | null; onOutcome: (isKept: boolean) => void },
) {
  let keptRevision = 0;
  let known = { revision: 0, isSaved: false };
  let keeping: Promise<void> | null = null;

  function isNew(): boolean {
    const next = latest();
    return next !== null && (next.revision !== known.revision || next.isSaved !== known.isSaved);
  }

  async function keepNewest(): Promise<void> {
    while (isNew()) {
      const next = latest() as Latest<Text>;
      known = next;
      const isKept = await keep(next.text, next.isSaved);
      if (isKept) keptRevision = next.revision;
      onOutcome(isKept);
    }
    keeping = null;
  }

  return {
    keptRevision: () => keptRevision,
    async keep(): Promise<void> {
      if (isNew()) keeping ??= keepNewest();
      await keeping;
    },
  };
}
