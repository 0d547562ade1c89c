import type { PostDraft } from '#contract/drafts.ts';
import { pickPostFields } from '#contract/post-fields.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiError } from '#web/api/error.ts';
import type { LocalDraftStore } from '#web/forms/local-draft-store.ts';
import {
  type Autosave,
  type AutosaveDeps,
  type AutosaveState,
  createAutosave,
  type SaveOutcome,
  type SaveProblem,
} from './autosave.ts';
import { type DraftContent, isSameContent, type StoredDraft, storedDraftName } from './draft-content.ts';
import { type DraftReference, type Picture, toPublicationFields } from './post-fields.ts';

export type DraftState = AutosaveState & {
  /** The draft that another tab or user has saved under this key meanwhile. */
  theirs: PostDraft | null;
};

export type Draft = Pick<Autosave<DraftContent>, 'flush' | 'pause' | 'resume' | 'isUnsaved'> & {
  name: DraftReference;
  /** Passes the content of the form. Equal content is not a change. */
  change(text: DraftContent): void;
  /** Resolves a conflict: overwrites the other draft with the form, or accepts the other text when it is given. */
  resolveConflict(theirs: PostDraft, accepted?: DraftContent): void;
  /** Deletes the stored draft after the post was saved. */
  finish(): Promise<void>;
};

type Deps = Pick<AutosaveDeps<DraftContent>, 'now' | 'schedule'> & {
  api: ApiClient;
  localDraftStore: LocalDraftStore;
  accountId: number;
  key: string;
  writer: string;
  /** Uploads a chosen cover and returns its URL; null when the upload fails. */
  uploadCover: (file: File) => Promise<string | null>;
  /** The version of the server's draft that is continued. */
  version: number | null;
  /** The initial content of the form. */
  initialContent: DraftContent;
  onState: (state: DraftState) => void;
};

/** The form shows the save status beside the text, so these statuses show no toast. */
const suppressToastFor = [0, 400, 403, 404, 412, 413, 415, 429, 500, 503, 507];

/** Creates a draft. It is saved on the server under its key and on this device under the name of its form. */
export function createDraft(deps: Deps): Draft {
  const { api, localDraftStore, key, writer } = deps;
  const storageName = storedDraftName(deps.accountId, key, writer);
  let version = deps.version;
  let lastContent = deps.initialContent;
  let theirs: PostDraft | null = null;
  let isFinished = false;
  /** Covers that the server does not have. A draft with one of them is not completely saved. */
  const missingCovers = new WeakSet<File>();

  /** The URL of the cover on the server; undefined when the upload has failed. */
  async function resolveCoverUrl(picture: Picture): Promise<string | null | undefined> {
    if (!(picture instanceof File)) return picture;
    const address = await deps.uploadCover(picture);
    if (address === null) missingCovers.add(picture);
    return address ?? undefined;
  }

  async function save({ values, picture, postVersion }: DraftContent): Promise<SaveOutcome> {
    try {
      const saved = await api.call('saveDraft', {
        params: { key },
        body: {
          ...pickPostFields(values),
          ...toPublicationFields(values),
          image_url: await resolveCoverUrl(picture),
          writer,
          version,
          post_version: postVersion,
        },
        suppressToastFor,
      });
      version = saved.version;
      return { savedAt: saved.updated_at };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 412) return { problem: toSaveProblem(error) };
      theirs = (error.body as { current: PostDraft }).current;
      return 'conflict';
    }
  }

  async function store(text: DraftContent, isSaved: boolean): Promise<boolean> {
    if (isFinished) return true;
    const storedDraft: StoredDraft = {
      ...text,
      ...{ key, writer, version },
      isSaved: isSaved && !(text.picture instanceof File && missingCovers.has(text.picture)),
      changedAt: new Date(deps.now()).toISOString(),
    };
    try {
      await localDraftStore.put(storageName, storedDraft);
      return true;
    } catch {
      return false;
    }
  }

  const autosave = createAutosave<DraftContent>({
    save,
    store,
    now: deps.now,
    schedule: deps.schedule,
    onState: (state) => deps.onState({ ...state, theirs }),
  });

  return {
    ...autosave,
    name: { draft_key: key, draft_writer: writer },
    change(text) {
      if (isFinished || isSameContent(text, lastContent)) return;
      lastContent = text;
      autosave.change(text);
    },
    resolveConflict(other, accepted) {
      version = other.version;
      theirs = null;
      // The other text is now in the form, and is stored under the name of this form.
      if (accepted) lastContent = accepted;
      if (accepted) autosave.change(accepted);
      autosave.resume();
    },
    async finish() {
      isFinished = true;
      await autosave.pause();
      await localDraftStore.remove(storageName);
    },
  };
}

function toSaveProblem({ status }: ApiError): SaveProblem {
  if (status === 0) return 'offline';
  if (status === 401) return 'session';
  return status === 429 || status >= 500 ? 'server' : 'refused';
}
