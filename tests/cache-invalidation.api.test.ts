import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointId, paths } from '#contract/paths.ts';
import { type Fixtures, type Permission, permissions } from '#tests/permissions.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { type CallOptions, createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/**
 * After every write operation each cached page and list equals a fresh rendering, so the writer sees the change at once. The
 * table names for each operation the pages that must change.
 */
type WriteId = { [Id in EndpointId]: (typeof paths)[Id] extends `GET ${string}` ? never : Id }[EndpointId];
type PageGroup = 'home' | 'posts' | 'post' | 'category' | 'categories' | 'author' | 'pinned';
type Row = {
  /** The pages that must change. */
  changes: PageGroup[];
  as?: 'staff';
  /** Prepares the data for the write. */
  prepare?: (fixtures: Fixtures) => Promise<unknown>;
  input?: (fixtures: Fixtures) => CallOptions | Promise<CallOptions>;
};
/** The write changes no page for guests; the call is the one in the permission table. */
const noChange: Row = { changes: [] };
/** Changes only view counts, which may be outdated on cached pages. */
const delayedChange: Row = { changes: [] };

let app: TestApp;
let author: TestUser;
let staff: TestUser;
let paymentId: number;
let fixtures: Fixtures;

const pin = () => app.call('pinPost', { as: author, body: { post_id: fixtures.post.id } });
const postParams = ({ post }: Fixtures): CallOptions => ({ params: { slug: post.slug } });
const postIdParams = ({ post }: Fixtures): CallOptions => ({ params: { id: post.id } });
const commentParams = ({ comment }: Fixtures): CallOptions => ({ params: { id: comment.id } });
const categoryParams = ({ category }: Fixtures): CallOptions => ({ params: { slug: category.slug } });
const text = { title: 'Совсем другое', content: 'Совсем другой текст.' };
const everywhere: PageGroup[] = ['home', 'posts', 'post', 'category', 'author'];

const rows: Record<WriteId, Row> = {
  createPost: {
    changes: ['home', 'posts', 'category', 'categories', 'author'],
    input: async ({ category }) => {
      const { id } = (await app.call('getCategory', { params: { slug: category.slug } })).body;
      return { body: { ...text, category: id } };
    },
  },
  replacePost: { changes: everywhere, input: (fixtures) => ({ ...postParams(fixtures), body: text }) },
  updatePost: {
    changes: everywhere,
    input: (fixtures) => ({ ...postParams(fixtures), body: { content: text.content } }),
  },
  deletePost: { changes: [...everywhere, 'categories'], input: postParams },
  hidePost: {
    changes: everywhere,
    as: 'staff',
    input: (fixtures) => ({ ...postIdParams(fixtures), body: { reason: 'Спам' } }),
  },
  restorePost: {
    changes: everywhere,
    as: 'staff',
    prepare: (fixtures) => app.call('hidePost', { as: staff, ...postIdParams(fixtures), body: {} }),
    input: postIdParams,
  },
  createComment: {
    changes: ['post', 'posts', 'home'],
    input: ({ post }) => ({ body: { post: post.id, content: 'Ещё одно слово.' } }),
  },
  replaceComment: {
    changes: ['post'],
    input: (fixtures) => ({ ...commentParams(fixtures), body: { content: 'Иначе.' } }),
  },
  updateComment: {
    changes: ['post'],
    input: (fixtures) => ({ ...commentParams(fixtures), body: { content: 'Иначе.' } }),
  },
  deleteComment: { changes: ['post', 'posts', 'home'], input: commentParams },
  hideComment: { changes: ['post', 'posts'], as: 'staff', input: commentParams },
  restoreComment: {
    changes: ['post', 'posts'],
    as: 'staff',
    prepare: (fixtures) => app.call('hideComment', { as: staff, ...commentParams(fixtures) }),
    input: commentParams,
  },
  createCategory: {
    changes: ['categories', 'home'],
    as: 'staff',
    input: () => ({ body: { name: 'А первая' } }),
  },
  replaceCategory: {
    changes: ['categories', 'category', 'post', 'posts'],
    as: 'staff',
    input: (fixtures) => ({ ...categoryParams(fixtures), body: { name: 'Переименована' } }),
  },
  updateCategory: {
    changes: ['categories', 'category'],
    as: 'staff',
    input: (fixtures) => ({ ...categoryParams(fixtures), body: { description: 'Обо всём на свете' } }),
  },
  deleteCategory: {
    changes: ['categories', 'category', 'post', 'posts'],
    as: 'staff',
    input: categoryParams,
  },
  replaceProfile: { changes: ['author', 'post', 'posts'], input: () => ({ body: { first_name: 'Пётр' } }) },
  updateProfile: { changes: ['author', 'post', 'posts'], input: () => ({ body: { last_name: 'Ильин' } }) },
  pinPost: { changes: ['home', 'posts', 'pinned'], input: ({ post }) => ({ body: { post_id: post.id } }) },
  replacePin: { changes: ['pinned'], prepare: pin, input: () => ({ body: { post: fixtures.draft.id } }) },
  updatePin: { changes: ['pinned'], prepare: pin, input: () => ({ body: { post: fixtures.draft.id } }) },
  unpinPost: { changes: ['home', 'posts', 'pinned'], prepare: pin, input: () => ({ body: {} }) },
  deletePin: { changes: ['home', 'posts', 'pinned'], prepare: pin, input: () => ({}) },
  cancelSubscription: { changes: ['home', 'pinned'], prepare: pin, input: () => ({ body: {} }) },
  refundPayment: {
    changes: ['home', 'pinned'],
    as: 'staff',
    prepare: pin,
    input: () => ({ params: { id: paymentId }, body: { amount: '299.00' } }),
  },
  register: noChange,
  login: noChange,
  refreshToken: noChange,
  logout: noChange,
  changePassword: noChange,
  disableAccount: noChange,
  enableAccount: noChange,
  verifyEmail: noChange,
  resendVerification: noChange,
  requestPasswordReset: noChange,
  confirmPasswordReset: noChange,
  previewPost: noChange,
  saveDraft: noChange,
  deleteDraft: noChange,
  createCheckoutSession: noChange,
  cancelPayment: noChange,
  retryPayment: noChange,
  receiveWebhook: noChange,
  readNotices: noChange,
  readNotice: noChange,
  clearNotices: noChange,
  createPlan: noChange,
  updatePlan: noChange,
  uploadImage: noChange,
  sendFeedback: noChange,
  deleteMedia: noChange,
  // Last, because view counts are written later and would change the pages of other rows.
  viewPost: delayedChange,
};

let now = new Date();
beforeAll(async () => {
  app = await createTestApp({ withPages: true, clock: { now: () => now }, env: { RATE_LIMIT_FACTOR: '0' } });
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

beforeEach(async () => {
  now = new Date(now.getTime() + 1_000);
  author = await app.createUser();
  paymentId = (await subscribe(app, author)).payment_id;
  const category = await app.createCategory();
  const post = await app.createPost(author, { category: category.id });
  // Another post to move the pin to.
  const draft = await app.createPost(author, { title: 'Другой пост' });
  const comment = (
    await app.call('createComment', { as: author, body: { post: post.id, content: 'Слово.' } })
  ).body;
  fixtures = { caller: author, author, post, draft, category, comment, picture: { id: 999_999 } };
});

const pathsByGroup = (): Record<PageGroup, string[]> => ({
  home: ['/', '/api/v1/posts/featured/', '/api/v1/posts/recent/'],
  posts: ['/posts', '/api/v1/posts/'],
  post: [`/posts/${fixtures.post.slug}`],
  category: [`/categories/${fixtures.category.slug}`],
  categories: ['/categories', '/api/v1/posts/categories/'],
  author: [`/users/${author.user.username}`],
  pinned: ['/api/v1/posts/pinned/'],
});
const otherPaths = [
  '/api/v1/posts/popular/',
  '/api/v1/site/figures/',
  '/posts?ordering=title',
  '/subscription',
];

async function fetchAll(paths: string[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const path of paths) {
    const { status, body } = await app.fetch(path);
    contents.set(path, `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
  }
  return contents;
}

/** Requests all pages until every existing one is cached. */
async function fillCache(): Promise<Map<string, string>> {
  const all = [...Object.values(pathsByGroup()).flat(), ...otherPaths];
  const missing = async () => {
    const contents = await fetchAll(all);
    return all.filter((path) => contents.get(path)?.startsWith('200') && !app.cache.find(path));
  };
  // The first round is slow, because it loads the page modules.
  await expect.poll(missing, { timeout: 10_000 }).toEqual([]);
  return fetchAll(all);
}

/** Clears the cache and renders everything again. */
async function renderFresh(): Promise<Map<string, string>> {
  app.cache.setListening(true);
  return fetchAll([...Object.values(pathsByGroup()).flat(), ...otherPaths]);
}

describe.each(Object.entries(rows) as Array<[WriteId, Row]>)('%s', (id, row) => {
  it('leaves no outdated page in the cache', async () => {
    await row.prepare?.(fixtures);
    const before = await fillCache();
    const rule: Permission = permissions[id];
    const input = (await (row.input ?? rule.input)?.(fixtures)) ?? {};
    const { status, body } = await app.call(id, { as: row.as === 'staff' ? staff : author, ...input });
    if (row.changes.length > 0) expect(status, JSON.stringify(body)).toBeLessThan(300);
    const after = await fetchAll([...before.keys()]);
    if (row === delayedChange) {
      expect(after).toEqual(before);
      return;
    }
    for (const [path, rendered] of await renderFresh())
      expect(after.get(path), `${path} is outdated`).toBe(rendered);
    for (const group of row.changes)
      expect(
        pathsByGroup()[group].some((path) => after.get(path) !== before.get(path)),
        group,
      ).toBe(true);
  });
});

it('shows scheduled posts after the job has published them', async () => {
  const at = new Date(now.getTime() + 60_000);
  await app.createPost(author, { title: 'Запланированное', status: 'draft', publish_at: at.toISOString() });
  await fillCache();
  now = at;
  await app.runJob('posts.publish');
  await expect
    .poll(async () => (await app.fetch('/')).body, { timeout: 15_000 })
    .toContain('Запланированное');
});
