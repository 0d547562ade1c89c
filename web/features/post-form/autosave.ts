export const idleSaveDelayMs = 2_000;
export const maxSaveDelayMs = 15_000;
const initialRetryDelayMs = 5_000;
const maxRetryDelayMs = 30_000;

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
  isStorageFull: boolean;
};

export type AutosaveDeps<Text> = {
  /** Saves a text on the server. Never rejects. */
  save: (text: Text) => Promise<SaveOutcome>;
  /** Stores a text on this device with the flag whether the server has it too. False when there is no space. */
  store: (text: Text, isSaved: boolean) => Promise<boolean>;
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

const initialState: AutosaveState = {
  isSaving: false,
  savedAt: null,
  problem: null,
  isConflict: false,
  isStorageFull: false,
};

/**
 * Saves a text two seconds after the last change, and at least every fifteen seconds during continuous typing. Stores
 * every change on the device at once.
 */
export function createAutosave<Text>(deps: AutosaveDeps<Text>): Autosave<Text> {
  let state = initialState;
  let latest: { text: Text; revision: number } | null = null;
  let savedRevision = 0;
  let changedAt = 0;
  /** The time of the first change that was not sent to the server. */
  let unsentSince: number | null = null;
  let retry: { at: number; delayMs: number } | null = null;
  let isPaused = false;
  let cancelScheduled = (): void => undefined;
  let saving: Promise<void> | null = null;
  const localWriter = createLocalWriter(deps, {
    latest: () => latest && { ...latest, isSaved: latest.revision === savedRevision },
    onOutcome: (isStored) => update({ isStorageFull: !isStored }),
  });

  function update(changes: Partial<AutosaveState>): void {
    state = { ...state, ...changes };
    deps.onState(state);
  }

  const hasUnsentChange = () => latest !== null && latest.revision !== savedRevision;

  function scheduleNext(): void {
    cancelScheduled();
    const isWaiting = isPaused || state.isConflict || saving !== null || state.problem === 'session';
    if (isWaiting || !hasUnsentChange()) return;
    const dueAt =
      retry?.at ?? Math.min(changedAt + idleSaveDelayMs, (unsentSince ?? changedAt) + maxSaveDelayMs);
    cancelScheduled = deps.schedule(() => void flush(), Math.max(0, dueAt - deps.now()));
  }

  async function flush(): Promise<void> {
    if (isPaused || state.isConflict || !hasUnsentChange()) return;
    cancelScheduled();
    saving ??= save();
    await saving;
  }

  async function save(): Promise<void> {
    const { text, revision } = latest as NonNullable<typeof latest>;
    unsentSince = null;
    update({ isSaving: true });
    const outcome = await deps.save(text);
    saving = null;
    if (outcome === 'conflict') {
      update({ isSaving: false, isConflict: true, problem: null });
    } else if ('problem' in outcome) {
      const delayMs = Math.min(retry ? retry.delayMs * 2 : initialRetryDelayMs, maxRetryDelayMs);
      retry = { at: deps.now() + delayMs, delayMs };
      update({ isSaving: false, problem: outcome.problem });
    } else {
      savedRevision = revision;
      retry = null;
      update({ isSaving: false, problem: null, savedAt: outcome.savedAt });
      void localWriter.store();
    }
    scheduleNext();
  }

  return {
    change(text) {
      latest = { text, revision: (latest?.revision ?? 0) + 1 };
      changedAt = deps.now();
      unsentSince ??= changedAt;
      void localWriter.store();
      scheduleNext();
    },
    async flush() {
      retry = null;
      await flush();
    },
    async pause() {
      isPaused = true;
      cancelScheduled();
      await saving;
      await localWriter.store();
    },
    resume() {
      isPaused = false;
      retry = null;
      update({ isConflict: false });
      scheduleNext();
    },
    isUnsaved: () => hasUnsentChange() && localWriter.storedRevision() !== latest?.revision,
  };
}

type Latest<Text> = { text: Text; revision: number; isSaved: boolean };

/** Writes the newest text to the device, one write at a time. Texts replaced during a write are skipped. */
function createLocalWriter<Text>(
  { store }: Pick<AutosaveDeps<Text>, 'store'>,
  { latest, onOutcome }: { latest: () => Latest<Text> | null; onOutcome: (isStored: boolean) => void },
) {
  let storedRevision = 0;
  let lastStored = { revision: 0, isSaved: false };
  let storing: Promise<void> | null = null;

  function isNew(): boolean {
    const next = latest();
    return next !== null && (next.revision !== lastStored.revision || next.isSaved !== lastStored.isSaved);
  }

  async function storeNewest(): Promise<void> {
    while (isNew()) {
      const next = latest() as Latest<Text>;
      lastStored = next;
      const isStored = await store(next.text, next.isSaved);
      if (isStored) storedRevision = next.revision;
      onOutcome(isStored);
    }
    storing = null;
  }

  return {
    storedRevision: () => storedRevision,
    async store(): Promise<void> {
      if (isNew()) storing ??= storeNewest();
      await storing;
    },
  };
}
