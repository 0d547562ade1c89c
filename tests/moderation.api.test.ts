import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInvariantViolations, subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
let reader: TestUser;
let staff: TestUser;
let category: { id: number; slug: string };

beforeAll(async () => {
  app = await createTestApp();
  [author, reader] = [await app.createUser(), await app.createUser()];
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  category = await app.createCategory();
});

type Thing = { id: number; slug: string };
const hide = (post: Thing, reason?: string) =>
  app.call('hidePost', { as: staff, params: { id: post.id }, body: { reason } });
const restore = (post: Thing) => app.call('restorePost', { as: staff, params: { id: post.id } });
const read = (post: Thing, as?: TestUser) => app.call('getPost', { as, params: { slug: post.slug } });
const idsOf = ({ body }: { body: { results: Array<{ id: number }> } }) => body.results.map(({ id }) => id);
const comment = async (post: Thing, parent: number | null = null, as = reader): Promise<number> =>
  (await app.call('createComment', { as, body: { post: post.id, content: 'Грубое слово', parent } })).body.id;
const hideComment = (id: number, reason = 'Грубость') =>
  app.call('hideComment', { as: staff, params: { id }, body: { reason } });
const getDiscussion = async (post: Thing) =>
  (await app.call('listPostComments', { params: { postId: post.id } })).body;

describe('a hidden post', () => {
  it('is visible only to its author and moderators, with the reason', async () => {
    const post = await app.createPost(author, { category: category.id });
    const hidden = await hide(post, ' Реклама ');
    expect([hidden.status, hidden.body.hidden.reason, hidden.body.hidden.by.username]).toEqual([
      200,
      'Реклама',
      staff.user.username,
    ]);
    expect([(await read(post)).status, (await read(post, reader)).status]).toEqual([404, 404]);
    const seen = await read(post, author);
    expect([seen.status, seen.body.status, seen.body.hidden.reason]).toEqual([200, 'published', 'Реклама']);
    expect((await read(post, staff)).body.hidden.at).toBe(hidden.body.hidden.at);
    expect((await app.call('viewPost', { params: { slug: post.slug } })).status).toBe(404);
  });

  it('disappears from every list, count and search until it is restored', async () => {
    const word = `Паровоз${category.id}`;
    const post = await app.createPost(author, { title: word, category: category.id });
    const visibility = async () => {
      const lists = await Promise.all([
        app.call('listPosts', { query: { search: word } }),
        app.call('listPosts', { as: author, query: { search: word } }),
        app.call('listPosts', { as: staff, query: { status: 'draft', search: word } }),
        app.call('listUserPosts', { params: { username: author.user.username } }),
        app.call('listMyPosts', { as: author, query: { search: word } }),
        app.call('listModeratedPosts', { as: staff, query: { search: word } }),
        app.call('listModeratedPosts', { as: staff, query: { search: word, state: 'hidden' } }),
      ]);
      const inCategory = await app.call('listCategoryPosts', { params: { slug: category.slug } });
      const { posts_count } = inCategory.body.category;
      return [...lists.map((list) => idsOf(list).includes(post.id)), inCategory.body.count, posts_count];
    };
    expect(await visibility()).toEqual([true, true, false, true, true, true, false, 1, 1]);
    await hide(post);
    expect(await visibility()).toEqual([false, false, false, false, true, false, true, 0, 0]);
    await restore(post);
    expect(await visibility()).toEqual([true, true, false, true, true, true, false, 1, 1]);
    expect((await read(post)).body.hidden).toBeNull();
  });

  it('cannot be restored by its author, but gets the status that the author chose when restored', async () => {
    const post = await app.createPost(author);
    await hide(post);
    const edit = (body: object) =>
      app.call('updatePost', { as: author, params: { slug: post.id }, body: { ...body } });
    expect((await edit({ status: 'published', content: 'Исправлено.' })).body.hidden).not.toBeNull();
    expect((await read(post)).status).toBe(404);
    expect((await edit({ status: 'draft' })).body.status).toBe('draft');
    const restored = await restore(post);
    expect([restored.status, restored.body.hidden]).toEqual([200, null]);
    expect([(await read(post)).status, (await read(post, author)).body.status]).toEqual([404, 'draft']);
  });

  it('accepts no comments and shows none to other users', async () => {
    const post = await app.createPost(author);
    const id = await comment(post);
    await hide(post);
    const response = await app.call('createComment', {
      as: author,
      body: { post: post.id, content: 'Почему?' },
    });
    expect([response.status, Object.keys(response.body)]).toEqual([400, ['post']]);
    expect((await app.call('getComment', { params: { id } })).status).toBe(404);
    expect((await app.call('listPostComments', { params: { postId: post.id } })).status).toBe(404);
    expect(idsOf(await app.call('listComments', { query: { author: reader.user.id } }))).not.toContain(id);
  });

  it('loses its pin permanently', async () => {
    const subscriber = await app.createUser();
    await subscribe(app, subscriber);
    const post = await app.createPost(subscriber);
    await app.call('pinPost', { as: subscriber, body: { post_id: post.id } });
    await hide(post);
    const state = (await app.call('getSubscriptionState', { as: subscriber })).body;
    expect([state.is_active, state.pinned_post]).toEqual([true, null]);
    const pin = () => app.call('pinPost', { as: subscriber, body: { post_id: post.id } });
    expect((await pin()).status).toBe(400);
    await restore(post);
    expect((await read(post)).body.is_pinned).toBe(false);
    expect((await pin()).status).toBe(201);
  });

  it('does not change when it is hidden or restored again', async () => {
    const post = await app.createPost(author);
    const [first, second] = [await hide(post, 'Первая'), await hide(post, 'Вторая')];
    expect([second.status, second.body.hidden]).toEqual([200, first.body.hidden]);
    expect([(await restore(post)).status, (await restore(post)).status]).toEqual([200, 200]);
  });

  it('cannot be a draft, and is addressed by a numeric id only', async () => {
    const draft = await app.createPost(author, { status: 'draft' });
    const refused = await hide(draft);
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'Скрыть можно только опубликованную статью.',
    ]);
    for (const id of ['zagolovok', '999999', '0x1'])
      for (const call of ['hidePost', 'restorePost', 'hideComment', 'restoreComment'] as const)
        expect((await app.call(call, { as: staff, params: { id } })).status).toBe(404);
  });

  it('needs a reason of at most 500 characters', async () => {
    const post = await app.createPost(author);
    const response = await hide(post, 'о'.repeat(501));
    expect([response.status, Object.keys(response.body)]).toEqual([400, ['reason']]);
    expect((await read(post)).status).toBe(200);
  });
});

describe('a hidden comment', () => {
  it('leaves a placeholder above active replies, and nothing without them', async () => {
    const post = await app.createPost(author);
    const [first, alone] = [await comment(post), await comment(post)];
    const reply = await comment(post, first, author);
    expect((await hideComment(first)).body).toMatchObject({
      content: 'Грубое слово',
      hidden: { reason: 'Грубость', by: { username: staff.user.username } },
    });
    await hideComment(alone);
    const { comments, comments_count } = await getDiscussion(post);
    expect(comments_count).toBe(1);
    expect(comments).toMatchObject([
      { id: first, content: 'Комментарий скрыт модератором', is_active: false, author: null },
    ]);
    expect(comments[0].replies.map(({ id }: { id: number }) => id)).toEqual([reply]);
    expect((await app.call('getComment', { as: author, params: { id: first } })).status).toBe(404);
  });

  it('is visible to its author only, with its content and the reason', async () => {
    const post = await app.createPost(author);
    const id = await comment(post);
    await hideComment(id, 'Грубость');
    const marked = {
      id,
      content: 'Грубое слово',
      is_active: false,
      author: reader.user.id,
      hidden: { reason: 'Грубость', at: expect.any(String) },
    };
    const threadFor = async (as?: TestUser) =>
      (await app.call('listPostComments', { as, params: { postId: post.id } })).body;
    expect(await threadFor(reader)).toMatchObject({ comments: [marked], comments_count: 0 });
    expect((await app.call('getComment', { as: reader, params: { id } })).body).toMatchObject(marked);
    const own = async (query: Record<string, string>) =>
      (await app.call('listMyComments', { as: reader, query: { post: post.id, ...query } })).body;
    expect(await own({ with_hidden: 'true' })).toMatchObject({ count: 1, results: [marked] });
    expect(await own({ is_active: 'false' })).toMatchObject({ count: 1, results: [marked] });
    expect((await own({})).count).toBe(0);
    for (const as of [undefined, author, staff]) {
      expect((await threadFor(as)).comments).toEqual([]);
      expect((await app.call('getComment', { as, params: { id } })).status).toBe(404);
    }
    const body = { content: 'Вежливое слово' };
    expect((await app.call('updateComment', { as: reader, params: { id }, body })).status).toBe(404);
  });

  it('does not reveal other hidden comments of the thread to its author', async () => {
    const post = await app.createPost(author);
    const first = await comment(post);
    const reply = await comment(post, first, author);
    await hideComment(first);
    await hideComment(reply);
    const threadFor = async (as: TestUser) =>
      (await app.call('listPostComments', { as, params: { postId: post.id } })).body.comments;
    expect(await threadFor(reader)).toMatchObject([{ id: first, content: 'Грубое слово', replies: [] }]);
    expect(await threadFor(author)).toMatchObject([
      {
        id: first,
        content: 'Комментарий скрыт модератором',
        author: null,
        replies: [{ id: reply, is_active: false, content: 'Грубое слово' }],
      },
    ]);
  });

  it('is counted in the list of own comments across pages', async () => {
    const [post, writer] = [await app.createPost(author), await app.createUser()];
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push(await comment(post, null, writer));
    await hideComment(ids[1] as number);
    const query = { with_hidden: 'true', page_size: 2 };
    const { body } = await app.call('listMyComments', { as: writer, query });
    expect([body.count, idsOf({ body }), body.next !== null]).toEqual([3, [ids[2], ids[1]], true]);
  });

  it('is in the list of hidden comments until it is restored', async () => {
    const post = await app.createPost(author);
    const id = await comment(post);
    await hideComment(id);
    const list = (state: string) =>
      app.call('listModeratedComments', { as: staff, query: { state, search: 'грубое' } });
    expect([idsOf(await list('hidden')).includes(id), idsOf(await list('visible')).includes(id)]).toEqual([
      true,
      false,
    ]);
    const restored = await app.call('restoreComment', { as: staff, params: { id } });
    expect([restored.status, restored.body.hidden]).toEqual([200, null]);
    const { comments, comments_count } = await getDiscussion(post);
    expect([comments_count, comments[0].content]).toEqual([1, 'Грубое слово']);
    expect(idsOf(await list('visible'))).toContain(id);
  });

  it('cannot be hidden after deletion nor deleted while hidden', async () => {
    const post = await app.createPost(author);
    const [deleted, hidden] = [await comment(post), await comment(post)];
    await app.call('deleteComment', { as: reader, params: { id: deleted } });
    expect((await hideComment(deleted)).status).toBe(404);
    await hideComment(hidden);
    expect((await app.call('deleteComment', { as: reader, params: { id: hidden } })).status).toBe(404);
    const { body } = await app.call('listModeratedComments', { as: staff, query: { state: 'hidden' } });
    expect(body.results.map(({ id }: { id: number }) => id)).not.toContain(deleted);
  });
});

describe('lists', () => {
  it('have pages and return 404 beyond the last one', async () => {
    await app.createPost(author);
    const { body } = await app.call('listModeratedPosts', { as: staff, query: { page_size: 1 } });
    expect([body.results.length, body.next]).toEqual([1, expect.stringContaining('/api/v1/staff/posts/?')]);
    for (const call of ['listModeratedPosts', 'listModeratedComments'] as const) {
      expect((await app.call(call, { as: staff, query: { page: 999 } })).status).toBe(404);
      expect((await app.call(call, { as: staff, query: { state: 'odd' } })).status).toBe(400);
      expect((await app.call(call, { as: reader })).status).toBe(403);
    }
  });
});

describe('the list of posts', () => {
  const ids = async (query: Record<string, string | number>, as = staff) => {
    const { status, body } = await app.call('listModeratedPosts', {
      as,
      query: { ...query, page_size: 100 },
    });
    expect(status).toBe(200);
    return body.results.map(({ id }: { id: number }) => id);
  };

  it('is filtered by author, category and state', async () => {
    const writer = await app.createUser();
    const editor = await app.createUser({ role: 'editor' });
    const own = await app.createCategory();
    const inCategory = await app.createPost(writer, { category: own.id });
    const plain = await app.createPost(writer);
    const draft = await app.createPost(writer, { status: 'draft', category: own.id });
    const publish_at = new Date(Date.now() + 86_400_000).toISOString();
    const later = await app.createPost(writer, { status: 'draft', publish_at });
    await app.call('keepOffFrontPage', { as: editor, params: { id: plain.id } });
    const author = writer.user.id;
    expect(await ids({ author }, editor)).toEqual([plain.id, inCategory.id]);
    expect(await ids({ category: own.slug }, editor)).toEqual([inCategory.id]);
    expect(await ids({ author, category: own.slug, state: 'draft' }, editor)).toEqual([draft.id]);
    expect(await ids({ author, state: 'draft' }, editor)).toEqual([later.id, draft.id]);
    expect(await ids({ author, state: 'scheduled' }, editor)).toEqual([later.id]);
    expect(await ids({ author, state: 'off-front-page' }, editor)).toEqual([plain.id]);
    expect(await ids({ category: 'no-such-category' }, editor)).toEqual([]);
    // Moderators read no drafts of others.
    const moderator = await app.createUser({ role: 'moderator' });
    expect(await ids({ author, state: 'draft' }, moderator)).toEqual([]);
    expect(await ids({ author, state: 'scheduled' }, moderator)).toEqual([]);
  });

  it('tells a moderator nothing more of a withdrawn post by its filters', async () => {
    const writer = await app.createUser();
    const moderator = await app.createUser({ role: 'moderator' });
    const post = await app.createPost(writer);
    await hide(post, 'Спам');
    await app.call('updatePost', { as: writer, params: { slug: post.id }, body: { status: 'draft' } });
    const own = await app.createCategory();
    await app.call('updatePost', { as: writer, params: { slug: post.id }, body: { category: own.id } });
    expect(await ids({ state: 'hidden' }, moderator)).toContain(post.id);
    expect(await ids({ state: 'hidden', category: own.slug }, moderator)).toEqual([]);
    expect(await ids({ state: 'hidden', category: own.slug })).toEqual([post.id]);
  });
});

describe('concurrently', () => {
  const rounds = [1, 2, 3, 4, 5, 6];

  it('two moderators hide one post or comment once', async () => {
    for (const round of rounds) {
      const post = await app.createPost(author, { category: category.id });
      const id = await comment(post);
      const statuses = await Promise.all([
        hide(post, `${round} а`),
        hide(post, `${round} б`),
        hideComment(id),
        hideComment(id),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await read(post, staff)).body.comments_count).toBe(0);
    }
    const { body } = await app.call('getCategory', { params: { slug: category.slug } });
    expect(body.posts_count).toBe(0);
  });

  it('hiding and deleting end with the post deleted', async () => {
    for (const _ of rounds) {
      const post = await app.createPost(author, { category: category.id });
      const [hidden, deleted] = await Promise.all([
        hide(post),
        app.call('deletePost', { as: author, params: { slug: post.slug } }),
      ]);
      expect([200, 404]).toContain(hidden.status);
      expect(deleted.status).toBe(204);
      expect((await read(post, staff)).status).toBe(404);
    }
    const { body } = await app.call('getCategory', { params: { slug: category.slug } });
    expect(body.posts_count).toBe(0);
  });

  it('hiding and pinning leave no pin on a hidden post', async () => {
    const subscriber = await app.createUser();
    await subscribe(app, subscriber);
    for (const _ of rounds) {
      const post = await app.createPost(subscriber);
      const [pinned, hidden] = await Promise.all([
        app.call('pinPost', { as: subscriber, body: { post_id: post.id } }),
        hide(post),
      ]);
      expect([201, 400]).toContain(pinned.status);
      expect(hidden.status).toBe(200);
      expect((await app.call('getPin', { as: subscriber })).status).toBe(404);
    }
    expect(await findInvariantViolations(app)).toEqual([]);
  });
});
