import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeS3, type FakeS3 } from '#tests/support/fake-s3.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** The site with its pictures in an S3 bucket. */
let s3: FakeS3;
let app: TestApp;
let author: TestUser;
beforeAll(async () => {
  s3 = await createFakeS3();
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings;
  app = await createTestApp({
    withPages: true,
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  author = await app.createUser();
});
afterAll(async () => {
  await app.stop();
  await s3.stop();
});

async function upload() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const bytes = await sharp({ create: { width: 400, height: 90, channels: 3, background: '#2f5d62', noise } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(bytes)]), 'x.jpg');
  return app.call('uploadImage', { as: author, body: form });
}
const rows = () => app.db.selectFrom('media').select('id').execute();

describe('pictures in a bucket', () => {
  it('are written with signed requests, served by the site, and removed', async () => {
    const { body } = await upload();
    await app.runJobs();
    const { pathname } = new URL(body.url);
    expect(s3.files.size).toBe(4);
    const avif = await app.fetch(pathname.replace('.webp', '-320.avif'));
    expect([avif.status, avif.headers.get('content-type')]).toEqual([200, 'image/avif']);
    expect((await app.fetch(pathname)).status).toBe(200);
    const [row] = await rows();
    expect((await app.call('deleteMedia', { as: author, params: { id: row?.id ?? 0 } })).status).toBe(204);
    expect(s3.files.size).toBe(0);
    expect((await app.fetch(pathname)).status).toBe(404);
    expect(s3.refusedRequests).toEqual([]);
  });

  it('return 503 while the bucket does not respond, and the rest of the site works', async () => {
    const { body } = await upload();
    s3.setUnavailable(true);
    try {
      const refused = await upload();
      expect([refused.status, refused.body.detail]).toEqual([
        503,
        expect.stringContaining('Хранилище картинок'),
      ]);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect((await app.fetch(new URL(body.url).pathname)).status).toBe(503);
      expect(await rows()).toHaveLength(1);
      expect((await app.createPost(author)).id).toBeGreaterThan(0);
      expect((await app.call('listPosts')).status).toBe(200);
    } finally {
      s3.setUnavailable(false);
    }
    expect((await app.fetch(new URL(body.url).pathname)).status).toBe(200);
    expect((await upload()).status).toBe(201);
  });
});
