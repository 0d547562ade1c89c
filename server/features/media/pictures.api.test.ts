import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '#server/platform/clock.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** The life cycle of a stored picture: variants, texts with the picture, and deletion. */
let app: TestApp;
let author: TestUser;
let other: TestUser;
let staff: TestUser;
let clockOffsetMs = 0;
const clock: Clock = { now: () => new Date(Date.now() + clockOffsetMs) };
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  app = await createTestApp({ clock });
  [author, other, staff] = await Promise.all([
    app.createUser(),
    app.createUser(),
    app.createUser({ isStaff: true }),
  ]);
});
afterAll(() => app.stop());

/** Noise, as in a photograph: areas of one colour would be stored losslessly. */
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const drawPng = (width: number, height = 100) =>
  sharp({ create: { width, height, channels: 3, background: '#2f5d62', noise } })
    .png()
    .toBuffer();
const formOf = (field: string, bytes: Uint8Array) => {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)]), 'x.png');
  return form;
};
async function upload(as = author, width = 400): Promise<{ id: number; url: string; path: string }> {
  const { body, status } = await app.call('uploadImage', { as, body: formOf('image', await drawPng(width)) });
  expect(status).toBe(201);
  const path = new URL(body.url).pathname.replace('/media/', '');
  const { id } = await app.db
    .selectFrom('media')
    .select('id')
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  return { id, url: body.url, path };
}
const getFilePath = (path: string) => join(app.dataDir, 'media', path);
const listPictureFiles = (path: string) =>
  readdirSync(getFilePath(path.slice(0, 2))).filter((name) => name.startsWith(path.slice(3, 43)));
const run = async (name: string) => {
  await app.jobHandlers.find((handler) => handler.name === name)?.run({});
};
const createPostWithImage = async (image: Uint8Array) => {
  const form = formOf('image', image);
  form.set('title', 'С картинкой');
  form.set('content', 'Текст.');
  return (await app.call('createPost', { as: author, body: form })).body;
};

describe('the variants of a picture', () => {
  it('are created after the response, and the picture is valid before and after', async () => {
    const { slug, image, image_info: before } = await createPostWithImage(await drawPng(700, 350));
    expect(before).toEqual({
      width: 700,
      height: 350,
      tint: expect.stringMatching(/^#[0-9a-f]{6}$/),
      sources: [],
    });
    await app.runJobs();
    const { image_info: after } = (await app.call('getPost', { params: { slug } })).body;
    expect(after.sources.map(({ type }: { type: string }) => type)).toEqual(['image/avif', 'image/webp']);
    const [avif, webp] = after.sources.map(({ srcset }: { srcset: string }) => srcset.split(', '));
    expect(avif.map((entry: string) => entry.split(' ')[1])).toEqual(['320w', '640w', '700w']);
    expect(webp.at(-1)).toBe(`${image} 700w`);
    for (const entry of [...avif, ...webp]) {
      const [url, width] = entry.split(' ');
      const file = getFilePath(new URL(url).pathname.replace('/media/', ''));
      expect([entry, (await sharp(file).metadata()).width]).toEqual([entry, Number.parseInt(width, 10)]);
    }
    const list = await app.call('listPosts');
    expect(list.body.results.find((post: { slug: string }) => post.slug === slug).image_info).toEqual(after);
  });

  it('are created for avatars, which are square', async () => {
    const { body } = await app.call('updateProfile', {
      as: author,
      body: formOf('avatar', await drawPng(900, 300)),
    });
    expect(body.avatar_info).toMatchObject({ width: 512, height: 512 });
    await app.runJobs();
    const post = await app.createPost(author);
    const { author_info: info } = (await app.call('getPost', { params: { slug: post.slug } })).body;
    expect(info.avatar).toBe(body.avatar);
    expect(info.avatar_info.sources[0].srcset).toMatch(
      /-64\.avif 64w, .*-128\.avif 128w, .*-256\.avif 256w$/,
    );
  });

  it('are created by a job for pictures that have none', async () => {
    const { id, path } = await upload();
    await app.runJobs();
    expect(listPictureFiles(path)).toHaveLength(4);
    await app.db
      .updateTable('media')
      .set({ variants_version: 0, avif_widths: [], webp_widths: [], tint: null })
      .where('id', '=', id)
      .execute();
    await run('media.variants-missing');
    await app.runJobs();
    const row = await app.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.avif_widths, row.webp_widths, row.tint]).toEqual([[320, 400], [320], expect.any(String)]);
  });
});

it('of a screenshot are lossless WebP files', async () => {
  const screenshot = await sharp({ create: { width: 700, height: 350, channels: 3, background: '#0a1a3a' } })
    .png()
    .toBuffer();
  const { slug } = await createPostWithImage(screenshot);
  await app.runJobs();
  const { image, image_info: info } = (await app.call('getPost', { params: { slug } })).body;
  expect(info.sources).toEqual([
    { type: 'image/webp', srcset: expect.stringMatching(/-320\.webp 320w, .*-640\.webp 640w, .* 700w$/) },
  ]);
  const pixels = await sharp(getFilePath(new URL(image).pathname.replace('/media/', '')))
    .raw()
    .toBuffer();
  expect(pixels.equals(await sharp(screenshot).raw().toBuffer())).toBe(true);
});

describe('a text with pictures', () => {
  it('is rendered again when the variants exist, without a new version', async () => {
    const { url, path } = await upload();
    const post = await app.createPost(author, { content: `Слово.\n\n![мост](${url} "Мост")` });
    expect(post.content_html).toContain(
      `<figure><a class="full-size" href="/media/${path}" aria-label="Открыть изображение: мост"><img src="/media/${path}" alt="мост" width="400" height="100"`,
    );
    await app.runJobs();
    const { body } = await app.call('getPost', { params: { slug: post.slug } });
    expect(body.content_html).toContain('<source type="image/avif"');
    expect(body.content_html).toContain('<figcaption>Мост</figcaption>');
    expect([body.version, body.updated_at]).toEqual([post.version, post.updated_at]);
  });

  it('is rendered again after a change of the renderer version', async () => {
    const { id, slug } = await app.createPost(author, { content: '**да**' });
    await app.db
      .updateTable('posts')
      .set({ renderer_version: 0, content_html: 'old' })
      .where('id', '=', id)
      .execute();
    await run('posts.render-outdated');
    expect((await app.call('getPost', { params: { slug } })).body.content_html).toBe(
      '<p><strong>да</strong></p>',
    );
  });
});

describe('own pictures', () => {
  it('are listed in pages, newest first, without those of other users', async () => {
    const owner = await app.createUser();
    const first = await upload(owner);
    const second = await upload(owner, 410);
    await app.createPost(owner, { content: `![](${first.url})` });
    const { body } = await app.call('listMedia', { as: owner, query: { page_size: 1 } });
    expect([body.count, body.results.length, body.next]).toEqual([2, 1, expect.stringContaining('page=2')]);
    expect(body.results[0]).toMatchObject({ id: second.id, url: second.url, is_used: false });
    const next = (await app.call('listMedia', { as: owner, query: { page_size: 1, page: 2 } })).body;
    expect(next.results[0]).toMatchObject({
      id: first.id,
      is_used: true,
      image_info: { width: 400, height: 100 },
    });
    expect((await app.call('listMedia', { as: owner, query: { page: 9 } })).status).toBe(404);
    expect((await app.call('listMedia', { as: staff })).body.count).toBe(0);
  });

  it('can be deleted only by their owner, with all their files', async () => {
    for (const as of [author, staff]) {
      const { id, path } = await upload(as);
      await app.runJobs();
      expect((await app.call('deleteMedia', { as: other, params: { id } })).status).toBe(404);
      expect((await app.call('deleteMedia', { as, params: { id } })).status).toBe(204);
      expect(listPictureFiles(path)).toEqual([]);
      expect((await app.call('deleteMedia', { as, params: { id } })).status).toBe(404);
    }
    expect((await app.call('deleteMedia', { as: author, params: { id: 'x' } })).status).toBe(404);
  });

  it('cannot be deleted while a post or a revision references them', async () => {
    const { id, url, path } = await upload();
    const { slug } = await app.createPost(author, { content: `![](${url})` });
    await app.call('updatePost', { as: author, params: { slug }, body: { content: 'Без картинки.' } });
    const refused = await app.call('deleteMedia', { as: author, params: { id } });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('используется')]);
    expect(existsSync(getFilePath(path))).toBe(true);
    await app.call('deletePost', { as: author, params: { slug } });
    expect((await app.call('deleteMedia', { as: author, params: { id } })).status).toBe(204);
  });

  it('can be deleted although texts of others use them, which then show a placeholder text', async () => {
    const { id, url, path } = await upload();
    const content = `До\n\n![мост](${url})\n\nпосле`;
    const { slug } = await app.createPost(other, { content });
    const edited = await app.createPost(other);
    await app.call('updatePost', { as: other, params: { slug: edited.slug }, body: { content } });
    const html = async (of: string) =>
      (await app.call('getPost', { params: { slug: of } })).body.content_html;
    const htmlAfterJobs = async (of: string) => {
      await app.runJobs();
      return html(of);
    };
    expect(await html(slug)).toContain(path);
    await expect.poll(() => htmlAfterJobs(edited.slug)).toContain('<source type="image/avif"');
    const own = await app.call('listMedia', { as: author });
    expect(own.body.results[0]).toMatchObject({ id, is_used: false });
    expect((await app.call('deleteMedia', { as: author, params: { id } })).status).toBe(204);
    const expected =
      '<p>До</p>\n<figure><span class="missing-picture">Изображение удалено: мост</span></figure>\n<p>после</p>';
    for (const each of [slug, edited.slug]) await expect.poll(() => htmlAfterJobs(each)).toBe(expected);
  });

  it('cannot be deleted while the owner uses them in a post of another user', async () => {
    const { slug } = await app.createPost(author);
    const { id, url } = await upload(staff);
    const body = { content: `![](${url})` };
    expect((await app.call('updatePost', { as: staff, params: { slug }, body })).status).toBe(200);
    expect((await app.call('deleteMedia', { as: staff, params: { id } })).status).toBe(409);
  });
});

describe('the cleanup', () => {
  const sweepAfter = async (ms: number) => {
    clockOffsetMs += ms;
    await run('media.sweep');
  };

  it('deletes old complete and partial files without a row, and keeps files with a row', async () => {
    const { path } = await upload();
    const [folder] = path.split('/') as [string];
    const orphanFile = `${folder}/${'0'.repeat(40)}-320.avif`;
    const recentFile = `${folder}/${'1'.repeat(40)}.webp`;
    const unfinished = `${path}.1234.tmp`;
    for (const name of [orphanFile, recentFile, unfinished]) writeFileSync(getFilePath(name), 'x');
    for (const name of [orphanFile, unfinished, path]) utimesSync(getFilePath(name), 0, 0);
    await run('media.sweep-files');
    expect([orphanFile, recentFile, unfinished, path].map((name) => existsSync(getFilePath(name)))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('deletes only pictures that have been unreferenced for a day', async () => {
    const orphan = await upload();
    const inText = await upload(author, 420);
    await app.createPost(author, { content: `![](${inText.url})` });
    const inDraft = await upload(author, 450);
    const draft = { title: '', content: `![](${inDraft.url})`, writer: 'вкладка' };
    await app.call('saveDraft', { as: author, params: { key: `new-${'b'.repeat(32)}` }, body: draft });
    const borrowed = await upload(author, 460);
    await app.createPost(other, { content: `![](${borrowed.url})` });
    const post = await createPostWithImage(await drawPng(430));
    const replaced = new URL(post.image).pathname.replace('/media/', '');
    await app.runJobs();
    await sweepAfter(0);
    await app.call('updatePost', {
      as: author,
      params: { slug: post.slug },
      body: formOf('image', await drawPng(440)),
    });
    await sweepAfter(dayMs + 1_000);
    expect([listPictureFiles(orphan.path), listPictureFiles(borrowed.path)]).toEqual([[], []]);
    expect([inText, inDraft].map(({ path }) => existsSync(getFilePath(path)))).toEqual([true, true]);
    await sweepAfter(dayMs + 1_000);
    // A former cover can be restored while the post exists.
    expect(existsSync(getFilePath(replaced))).toBe(true);
    const { image } = (await app.call('getPost', { params: { slug: post.slug } })).body;
    expect(existsSync(getFilePath(new URL(image).pathname.replace('/media/', '')))).toBe(true);
    // Not through the API: the session of the author has expired.
    await app.db.deleteFrom('posts').where('id', '=', post.id).execute();
    await sweepAfter(0);
    // Referenced until now, so its day starts now.
    expect(existsSync(getFilePath(replaced))).toBe(true);
    await sweepAfter(dayMs + 1_000);
    expect(listPictureFiles(replaced)).toEqual([]);
  });
});

describe('the quota', () => {
  it('is not exceeded by twenty concurrent uploads', async () => {
    const small = await createTestApp({ env: { MEDIA_QUOTA_MB: '1', RATE_LIMIT_FACTOR: '0' } });
    try {
      const user = await small.createUser();
      const noise = await sharp({
        create: {
          width: 700,
          height: 700,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .webp({ quality: 90 })
        .toBuffer();
      const send = () => small.call('uploadImage', { as: user, body: formOf('image', noise) });
      const responses = await Promise.all(Array.from({ length: 20 }, send));
      const { kept } = await small.db
        .selectFrom('media')
        .select(({ fn }) => fn.sum<string>('bytes').as('kept'))
        .executeTakeFirstOrThrow();
      expect(Number(kept)).toBeLessThanOrEqual(1024 * 1024);
      // An upload refused in the transaction leaves no file.
      const files = () =>
        readdirSync(join(small.dataDir, 'media'), { recursive: true })
          .map(String)
          .filter((name) => name.endsWith('.webp'));
      const rows = async () =>
        (await small.db.selectFrom('media').select('path').execute()).map(({ path }) => path);
      await expect.poll(async () => files().length - (await rows()).length).toBe(0);
      const refused = responses.filter(({ status }) => status === 400);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.body.image[0]).toMatch(/1\sМБ/);
      expect(responses.every(({ status }) => [201, 400, 503].includes(status))).toBe(true);
    } finally {
      await small.stop();
    }
  });
});
