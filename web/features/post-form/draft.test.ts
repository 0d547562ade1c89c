import { expect, it } from 'vitest';
import type { ApiClient } from '#web/api/client.ts';
import type { Mirror } from '#web/api/mirror.ts';
import { createDraft } from './draft.ts';
import type { DraftText, KeptText } from './draft-text.ts';
import { emptyPost } from './post-fields.ts';

/** Creates a draft with a fake server and a fake store that record their input. */
function open(keepCover: (file: File) => Promise<string | null>) {
  const bodies: { image_url?: unknown }[] = [];
  const kept: KeptText[] = [];
  const call = async (_: string, { body }: { body: { image_url?: unknown } }) => {
    bodies.push(body);
    return { version: bodies.length, updated_at: '2026-01-01T00:00:00.000Z' };
  };
  const mirror = { put: async (_: string, text: KeptText) => void kept.push(text) };
  const begin: DraftText = { values: emptyPost, picture: null, postVersion: null };
  const draft = createDraft({
    api: { call } as unknown as ApiClient,
    mirror: mirror as unknown as Mirror,
    accountId: 1,
    key: `new-${'0'.repeat(32)}`,
    writer: 'форма',
    version: null,
    begin,
    keepCover,
    now: () => 0,
    schedule: () => () => undefined,
    onState: () => undefined,
  });
  const change = async (picture: DraftText['picture']) => {
    draft.change({ ...begin, values: { ...emptyPost, title: 'Заголовок' }, picture });
    await draft.flush();
    await draft.pause();
  };
  return { bodies, kept, change };
}
const file = () => new File(['x'], 'cover.png');

it('uploads a chosen cover and saves its URL with the draft', async () => {
  const { bodies, kept, change } = open(async () => '/media/aa/b.webp');
  await change(file());
  expect(bodies).toMatchObject([{ title: 'Заголовок', image_url: '/media/aa/b.webp' }]);
  expect(kept.at(-1)?.isSaved).toBe(true);
});

it('saves the text and stores the cover on the device when the upload fails', async () => {
  const { bodies, kept, change } = open(async () => null);
  const cover = file();
  await change(cover);
  expect(bodies).toMatchObject([{ title: 'Заголовок', image_url: undefined }]);
  expect(kept.at(-1)).toMatchObject({ isSaved: false, picture: cover });
});

it.each(['http://localhost:8000/media/aa/b.webp', null])(
  'saves the existing cover %s without an upload',
  async (picture) => {
    const { bodies, change } = open(() => Promise.reject(new Error('nothing to upload')));
    await change(picture);
    expect(bodies).toMatchObject([{ image_url: picture }]);
  },
);
