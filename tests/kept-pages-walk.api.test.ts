import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointId, paths } from '#contract/paths.ts';
import { type Permission, permissions, type World } from '#tests/permissions.ts';
import { subscribe } from '#tests/support/subscribing.ts';
import { type CallOptions, createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/**
 * After every write operation each cached page and list equals a fresh rendering, so the writer sees the change at once. The
 * table names for each operation the pages that must change.
 */
type WriteId = { [Id in EndpointId]: (typeof paths)[Id] extends `GET ${string}` ? never : Id }[EndpointId];
type Place = 'home' | 'posts' | 'post' | 'category' | 'categories' | 'author' | 'pinned';
type Row = {
  /** The pages that must change. */
  shows: Place[];
  as?: 'staff';
  /** Prepares the data for the write. */
  first?: (world: World) => Promise<unknown>;
  input?: (world: World) => CallOptions | Promise<CallOptions>;
};
/** The write changes no page for guests; the call is the one in the permission table. */
const unseen: Row = { shows: [] };
/** Changes only view counts, which may be outdated on cached pages. */
const lagging: Row = { shows: [] };

let app: TestApp;
let author: TestUser;
let staff: TestUser;
let paymentId: number;
let world: World;

const pin = () => app.call('pinPost', { as: author, body: { post_id: world.post.id } });
const ofPost = ({ post }: World): CallOptions => ({ params: { slug: post.slug } });
const ofPostId = ({ post }: World): CallOptions => ({ params: { id: post.id } });
const ofComment = ({ comment }: World): CallOptions => ({ params: { id: comment.id } });
const ofCategory = ({ category }: World): CallOptions => ({ params: { slug: category.slug } });
const text = { title: 'Совсем другое', content: 'Совсем другой текст.' };
const everywhere: Place[] = ['home', 'posts', 'post', 'category', 'author'];

const rows: Record<WriteId, Row> = {
  createPost: {
    shows: ['home', 'posts', 'category', 'categories', 'author'],
    input: async ({ category }) => {
      const { id } = (await app.call('getCategory', { params: { slug: category.slug } })).body;
      return { body: { ...text, category: id } };
    },
  },
  replacePost: { shows: everywhere, input: (w) => ({ ...ofPost(w), body: text }) },
  updatePost: { shows: everywhere, input: (w) => ({ ...ofPost(w), body: { content: text.content } }) },
  deletePost: { shows: [...everywhere, 'categories'], input: ofPost },
  hidePost: { shows: everywhere, as: 'staff', input: (w) => ({ ...ofPostId(w), body: { reason: 'Спам' } }) },
  restorePost: {
    shows: everywhere,
    as: 'staff',
    first: (w) => app.call('hidePost', { as: staff, ...ofPostId(w), body: {} }),
    input: ofPostId,
  },
  createComment: {
    shows: ['post', 'posts', 'home'],
    input: ({ post }) => ({ body: { post: post.id, content: 'Ещё одно слово.' } }),
  },
  replaceComment: { shows: ['post'], input: (w) => ({ ...ofComment(w), body: { content: 'Иначе.' } }) },
  updateComment: { shows: ['post'], input: (w) => ({ ...ofComment(w), body: { content: 'Иначе.' } }) },
  deleteComment: { shows: ['post', 'posts', 'home'], input: ofComment },
  hideComment: { shows: ['post', 'posts'], as: 'staff', input: ofComment },
  restoreComment: {
    shows: ['post', 'posts'],
    as: 'staff',
    first: (w) => app.call('hideComment', { as: staff, ...ofComment(w) }),
    input: ofComment,
  },
  createCategory: {
    shows: ['categories', 'home'],
    as: 'staff',
    input: () => ({ body: { name: 'А первая' } }),
  },
  replaceCategory: {
    shows: ['categories', 'category', 'post', 'posts'],
    as: 'staff',
    input: (w) => ({ ...ofCategory(w), body: { name: 'Переименована' } }),
  },
  updateCategory: {
    shows: ['categories', 'category'],
    as: 'staff',
    input: (w) => ({ ...ofCategory(w), body: { description: 'Обо всём на свете' } }),
  },
  deleteCategory: { shows: ['categories', 'category', 'post', 'posts'], as: 'staff', input: ofCategory },
  replaceProfile: { shows: ['author', 'post', 'posts'], input: () => ({ body: { first_name: 'Пётр' } }) },
  updateProfile: { shows: ['author', 'post', 'posts'], input: () => ({ body: { last_name: 'Ильин' } }) },
  pinPost: { shows: ['home', 'posts', 'pinned'], input: ({ post }) => ({ body: { post_id: post.id } }) },
  replacePin: { shows: ['pinned'], first: pin, input: () => ({ body: { post: world.draft.id } }) },
  updatePin: { shows: ['pinned'], first: pin, input: () => ({ body: { post: world.draft.id } }) },
  unpinPost: { shows: ['home', 'posts', 'pinned'], first: pin, input: () => ({ body: {} }) },
  deletePin: { shows: ['home', 'posts', 'pinned'], first: pin, input: () => ({}) },
  cancelSubscription: { shows: ['home', 'pinned'], first: pin, input: () => ({ body: {} }) },
  refundPayment: {
    shows: ['home', 'pinned'],
    as: 'staff',
    first: pin,
    input: () => ({ params: { id: paymentId }, body: { amount: '299.00' } }),
  },
  register: unseen,
  login: unseen,
  refreshToken: unseen,
  logout: unseen,
  changePassword: unseen,
  disableAccount: unseen,
  enableAccount: unseen,
  verifyEmail: unseen,
  resendVerification: unseen,
  requestPasswordReset: unseen,
  confirmPasswordReset: unseen,
  previewPost: unseen,
  saveDraft: unseen,
  deleteDraft: unseen,
  createCheckoutSession: unseen,
  cancelPayment: unseen,
  retryPayment: unseen,
  receiveWebhook: unseen,
  readNotices: unseen,
  readNotice: unseen,
  clearNotices: unseen,
  createPlan: unseen,
  updatePlan: unseen,
  uploadImage: unseen,
  sendFeedback: unseen,
  deleteMedia: unseen,
  // Last, because view counts are written later and would change the pages of other rows.
  viewPost: lagging,
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
  world = { caller: author, author, post, draft, category, comment, picture: { id: 999_999 } };
});

const places = (): Record<Place, string[]> => ({
  home: ['/', '/api/v1/posts/featured/', '/api/v1/posts/recent/'],
  posts: ['/posts', '/api/v1/posts/'],
  post: [`/posts/${world.post.slug}`],
  category: [`/categories/${world.category.slug}`],
  categories: ['/categories', '/api/v1/posts/categories/'],
  author: [`/users/${author.user.username}`],
  pinned: ['/api/v1/posts/pinned/'],
});
const others = ['/api/v1/posts/popular/', '/api/v1/site/figures/', '/posts?ordering=title', '/subscription'];

async function look(paths: string[]): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const { status, body } = await app.fetch(path);
    seen.set(path, `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
  }
  return seen;
}

/** Requests all pages until every existing one is cached. */
async function keep(): Promise<Map<string, string>> {
  const all = [...Object.values(places()).flat(), ...others];
  const missing = async () => {
    const seen = await look(all);
    return all.filter((path) => seen.get(path)?.startsWith('200') && !app.cache.find(path));
  };
  // The first round is slow, because it loads the page modules.
  await expect.poll(missing, { timeout: 10_000 }).toEqual([]);
  return look(all);
}

/** Clears the cache and renders everything again. */
async function makeAnew(): Promise<Map<string, string>> {
  app.cache.hear(true);
  return look([...Object.values(places()).flat(), ...others]);
}

describe.each(Object.entries(rows) as Array<[WriteId, Row]>)('%s', (id, row) => {
  it('leaves no outdated page in the cache', async () => {
    await row.first?.(world);
    const before = await keep();
    const rule: Permission = permissions[id];
    const input = (await (row.input ?? rule.input)?.(world)) ?? {};
    const { status, body } = await app.call(id, { as: row.as === 'staff' ? staff : author, ...input });
    if (row.shows.length > 0) expect(status, JSON.stringify(body)).toBeLessThan(300);
    const after = await look([...before.keys()]);
    if (row === lagging) {
      expect(after).toEqual(before);
      return;
    }
    for (const [path, made] of await makeAnew()) expect(after.get(path), `${path} is outdated`).toBe(made);
    for (const place of row.shows)
      expect(
        places()[place].some((path) => after.get(path) !== before.get(path)),
        place,
      ).toBe(true);
  });
});

it('shows scheduled posts after the job has published them', async () => {
  const at = new Date(now.getTime() + 60_000);
  await app.createPost(author, { title: 'Запланированное', status: 'draft', publish_at: at.toISOString() });
  await keep();
  now = at;
  await app.runJob('posts.publish');
  await expect
    .poll(async () => (await app.fetch('/')).body, { timeout: 15_000 })
    .toContain('Запланированное');
});
