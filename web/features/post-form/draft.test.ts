import { expect, it } from 'vitest';
import type { ApiClient } from '#web/api/client.ts';
import type { LocalDraftStore } from '#web/forms/local-draft-store.ts';
import { createDraft } from './draft.ts';
import type { DraftContent, StoredDraft } from './draft-content.ts';
import { emptyPost } from './post-fields.ts';

/** Creates a draft with a fake server and a fake store that record their input. */
function openDraft(uploadCover: (file: File) => Promise<string | null>) {
  const bodies: { image_url?: unknown }[] = [];
  const stored: StoredDraft[] = [];
  const call = async (_: string, { body }: { body: { image_url?: unknown } }) => {
    bodies.push(body);
    return { version: bodies.length, updated_at: '2026-01-01T00:00:00.000Z' };
  };
  const localDraftStore = { put: async (_: string, text: StoredDraft) => void stored.push(text) };
  const initialContent: DraftContent = { values: emptyPost, picture: null, postVersion: null };
  const draft = createDraft({
    api: { call } as unknown as ApiClient,
    localDraftStore: localDraftStore as unknown as LocalDraftStore,
    accountId: 1,
    key: `new-${'0'.repeat(32)}`,
    writer: 'форма',
    version: null,
    initialContent,
    uploadCover,
    now: () => 0,
    schedule: () => () => undefined,
    onState: () => undefined,
  });
  const change = async (picture: DraftContent['picture']) => {
    draft.change({ ...initialContent, values: { ...emptyPost, title: 'Заголовок' }, picture });
    await draft.flush();
    await draft.pause();
  };
  return { bodies, stored, change };
}
const file = () => new File(['x'], 'cover.png');

it('uploads a chosen cover and saves its URL with the draft', async () => {
  const { bodies, stored, change } = openDraft(async () => '/media/aa/b.webp');
  await change(file());
  expect(bodies).toMatchObject([{ title: 'Заголовок', image_url: '/media/aa/b.webp' }]);
  expect(stored.at(-1)?.isSaved).toBe(true);
});

it('saves the text and stores the cover on the device when the upload fails', async () => {
  const { bodies, stored, change } = openDraft(async () => null);
  const cover = file();
  await change(cover);
  expect(bodies).toMatchObject([{ title: 'Заголовок', image_url: undefined }]);
  expect(stored.at(-1)).toMatchObject({ isSaved: false, picture: cover });
});

it.each(['http://localhost:8000/media/aa/b.webp', null])(
  'saves the existing cover %s without an upload',
  async (picture) => {
    const { bodies, change } = openDraft(() => Promise.reject(new Error('nothing to upload')));
    await change(picture);
    expect(bodies).toMatchObject([{ image_url: picture }]);
  },
);
