import type { PostDraft } from '#contract/drafts.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiError } from '#web/api/error.ts';
import type { Mirror } from '#web/api/mirror.ts';
import {
  type Autosave,
  type AutosaveDeps,
  type AutosaveState,
  createAutosave,
  type SaveOutcome,
  type SaveProblem,
} from './autosave.ts';
import { type DraftText, isSameText, type KeptText, keptName } from './draft-text.ts';
import { bodyOfChoices, type DraftName, type Picture } from './post-fields.ts';

export type DraftState = AutosaveState & {
  /** The draft that another tab or user has saved under this key meanwhile. */
  theirs: PostDraft | null;
};

export type Draft = Pick<Autosave<DraftText>, 'flush' | 'pause' | 'resume' | 'isUnsaved'> & {
  name: DraftName;
  /** Passes the content of the form. Equal content is not a change. */
  change(text: DraftText): void;
  /** Resolves a conflict: overwrites the other draft with the form, or accepts the other text when it is given. */
  settle(theirs: PostDraft, taken?: DraftText): void;
  /** Deletes the stored draft after the post was saved. */
  finish(): Promise<void>;
};

type Deps = Pick<AutosaveDeps<DraftText>, 'now' | 'schedule'> & {
  api: ApiClient;
  mirror: Mirror;
  accountId: number;
  key: string;
  writer: string;
  /** Uploads a chosen cover and returns its URL; null when the upload fails. */
  keepCover: (file: File) => Promise<string | null>;
  /** The version of the server's draft that is continued. */
  version: number | null;
  /** The initial content of the form. */
  begin: DraftText;
  onState: (state: DraftState) => void;
};

/** The form shows the save status beside the text, so these statuses show no toast. */
const quiet = [0, 400, 403, 404, 412, 413, 415, 429, 500, 503, 507];

/** Creates a draft. It is saved on the server under its key and on this device under the name of its form. */
export function createDraft(deps: Deps): Draft {
  const { api, mirror, key, writer } = deps;
  const keptAs = keptName(deps.accountId, key, writer);
  let version = deps.version;
  let known = deps.begin;
  let theirs: PostDraft | null = null;
  let isFinished = false;
  /** Covers that the server does not have. A draft with one of them is not completely saved. */
  const lackingCovers = new WeakSet<File>();

  /** The URL of the cover on the server; undefined when the upload has failed. */
  async function coverOf(picture: Picture): Promise<string | null | undefined> {
    if (!(picture instanceof File)) return picture;
    const address = await deps.keepCover(picture);
    if (address === null) lackingCovers.add(picture);
    return address ?? undefined;
  }

  async function save({ values, picture, postVersion }: DraftText): Promise<SaveOutcome> {
    try {
      const { title, content, comments_enabled } = values;
      const saved = await api.call('saveDraft', {
        params: { key },
        body: {
          ...{ title, content, comments_enabled },
          ...bodyOfChoices(values),
          image_url: await coverOf(picture),
          writer,
          version,
          post_version: postVersion,
        },
        quiet,
      });
      version = saved.version;
      return { savedAt: saved.updated_at };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 412) return { problem: problemOf(error) };
      theirs = (error.body as { current: PostDraft }).current;
      return 'conflict';
    }
  }

  async function keep(text: DraftText, isSaved: boolean): Promise<boolean> {
    if (isFinished) return true;
    const kept: KeptText = {
      ...text,
      ...{ key, writer, version },
      isSaved: isSaved && !(text.picture instanceof File && lackingCovers.has(text.picture)),
      changedAt: new Date(deps.now()).toISOString(),
    };
    try {
      await mirror.put(keptAs, kept);
      return true;
    } catch {
      return false;
    }
  }

  const autosave = createAutosave<DraftText>({
    save,
    keep,
    now: deps.now,
    schedule: deps.schedule,
    onState: (state) => deps.onState({ ...state, theirs }),
  });

  return {
    ...autosave,
    name: { draft_key: key, draft_writer: writer },
    change(text) {
      if (isFinished || isSameText(text, known)) return;
      known = text;
      autosave.change(text);
    },
    settle(other, taken) {
      version = other.version;
      theirs = null;
      // The other text is now in the form, and is stored under the name of this form.
      if (taken) known = taken;
      if (taken) autosave.change(taken);
      autosave.resume();
    },
    async finish() {
      isFinished = true;
      await autosave.pause();
      await mirror.remove(keptAs);
    },
  };
}

function problemOf({ status }: ApiError): SaveProblem {
  if (status === 0) return 'offline';
  if (status === 401) return 'session';
  return status === 429 || status >= 500 ? 'server' : 'refused';
}
