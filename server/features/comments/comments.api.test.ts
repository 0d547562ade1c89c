import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommentDetail, commentMaxLength } from '#contract/comments.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let reader: TestUser;
let staff: TestUser;
let post: { id: number; slug: string; title: string };

beforeAll(async () => {
  app = await createTestApp();
  reader = await app.createUser();
  staff = await app.createUser({ isStaff: true });
  post = await app.createPost(reader, { title: 'Обсуждаемый' });
});
afterAll(() => app.stop());

const comment = (as: TestUser, body: object) =>
  app.call('createComment', { as, body: { post: post.id, ...body } });
const discussion = (postId: number | string = post.id, as?: TestUser) =>
  app.call('listPostComments', { as, params: { postId } });

describe('create', () => {
  it('returns the whole comment', async () => {
    const { status, body } = await comment(reader, { content: ' Первый!\nИ вторая строка. ', parent: null });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      content: 'Первый!\nИ вторая строка.',
      author: reader.user.id,
      author_info: { username: reader.user.username },
      post: post.id,
      post_slug: post.slug,
      post_title: 'Обсуждаемый',
      parent: null,
      is_reply: false,
      is_active: true,
      replies_count: 0,
      replies: [],
    });
    expect(body.created_at).toBe(body.updated_at);
    const reply = await comment(staff, { content: 'Ответ', parent: String(body.id) });
    expect(reply.body).toMatchObject({ parent: body.id, is_reply: true });
  });

  it('refuses invalid content, posts and parents', async () => {
    const other = await app.createPost(reader);
    const draft = await app.createPost(reader, { status: 'draft' });
    const closed = await app.createPost(reader, { comments_enabled: false });
    const elsewhere = (
      await app.call('createComment', { as: reader, body: { post: other.id, content: 'Там' } })
    ).body.id;
    const cases: Array<[object, object]> = [
      [{ content: ' ' }, { content: ['Комментарий не может быть пустым'] }],
      [
        { content: 'x'.repeat(commentMaxLength + 1) },
        { content: [`Не больше ${commentMaxLength} символов.`] },
      ],
      [{ content: 'Да', post: undefined }, { post: ['Обязательное поле.'] }],
      [{ content: 'Да', post: 999_999 }, { post: ['Такого поста нет.'] }],
      [{ content: 'Да', post: draft.id }, { post: ['Такого поста нет.'] }],
      [{ content: 'Да', post: closed.id }, { post: ['Автор закрыл комментарии к этому посту.'] }],
      [{ content: 'Да', parent: 999_999 }, { parent: ['Комментария, на который вы отвечаете, нет.'] }],
      [{ content: 'Да', parent: elsewhere }, { parent: ['Комментария, на который вы отвечаете, нет.'] }],
    ];
    for (const [body, expected] of cases) {
      const result = await comment(reader, body);
      expect([result.status, result.body]).toEqual([400, expected]);
    }
    expect((await app.call('createComment', { body: { post: post.id, content: 'Гость' } })).status).toBe(401);
  });

  it('accepts replies up to a hundred levels deep', async () => {
    const deep = await app.createPost(reader);
    const reply = (parent: number | null) =>
      app.call('createComment', { as: reader, body: { post: deep.id, content: 'Глубже', parent } });
    let parent: number | null = null;
    for (let depth = 0; depth <= 100; depth += 1) parent = (await reply(parent)).body.id;
    expect((await reply(parent)).body).toEqual({
      parent: ['Обсуждение слишком глубокое: ответьте на комментарий выше.'],
    });
    expect((await discussion(deep.id)).body.comments_count).toBe(101);
  });

  it('counts forty concurrent comments', async () => {
    const busy = await app.createPost(reader);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        app.call('createComment', {
          as: index % 2 ? reader : staff,
          body: { post: busy.id, content: `№ ${index}` },
        }),
      ),
    );
    expect((await discussion(busy.id)).body.comments_count).toBe(40);
  });
});

describe('the discussion of a post', () => {
  const outline = (comments: CommentDetail[]): unknown[] =>
    comments.map(({ content, replies }) => [content, ...outline(replies)]);

  it('is a tree: top level newest first, replies oldest first, a tombstone above active replies', async () => {
    const { id } = await app.createPost(reader);
    const addComment = async (content: string, parent: number | null = null): Promise<number> =>
      (await app.call('createComment', { as: reader, body: { post: id, content, parent } })).body.id;
    const first = await addComment('раз');
    await addComment('два');
    const result = await addComment('раз-раз', first);
    await addComment('раз-два', first);
    await addComment('раз-раз-раз', result);
    await app.db.updateTable('comments').set({ deleted_at: new Date() }).where('id', '=', first).execute();
    for (const as of [undefined, reader, staff]) {
      const { status, body } = await discussion(id, as);
      expect(status).toBe(200);
      expect(outline(body.comments)).toEqual([
        ['два'],
        ['[Комментарий удалён]', ['раз-раз', ['раз-раз-раз']], ['раз-два']],
      ]);
      expect(body.comments[1]).toMatchObject({
        author: null,
        is_active: false,
        author_info: { id: 0, username: '' },
      });
    }
    expect((await comment(reader, { post: id, content: 'поздно', parent: first })).status).toBe(400);
    expect((await app.call('listReplies', { params: { id: first } })).status).toBe(404);
  });

  it('of a draft is empty for users who can see the draft, and 404 for others', async () => {
    const draft = await app.createPost(reader, { status: 'draft' });
    expect((await discussion(draft.id, reader)).body).toMatchObject({ comments: [], comments_count: 0 });
    expect((await discussion(draft.id)).status).toBe(404);
    for (const missing of ['999999', 'x', '99999999999999999999'])
      expect((await discussion(missing)).status).toBe(404);
  });
});

it('lists the replies to a comment, oldest first', async () => {
  const { id } = (await comment(reader, { content: 'Вопрос' })).body;
  for (const content of ['а', 'б']) await comment(staff, { content, parent: id });
  for (const as of [undefined, reader, staff]) {
    const { body } = await app.call('listReplies', { as, params: { id } });
    expect(body.parent_comment).toMatchObject({ id, content: 'Вопрос', replies_count: 2 });
    expect([body.replies.map(({ content }: CommentDetail) => content), body.replies_count]).toEqual([
      ['а', 'б'],
      2,
    ]);
  }
  expect((await app.call('listReplies', { params: { id: 'x' } })).status).toBe(404);
});
