import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Endpoint, requiredPermission } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { defaultPublicationRules } from '#contract/publication-rules.ts';
import { listTextFields } from './fuzz/text-fields.ts';
import { createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

/** Compares the texts of users that guests see with those that the rules of publication judge. */
let app: TestApp;
let author: TestUser;
let post: { id: number; slug: string };
let comment: { id: number };

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0' } });
});
afterAll(() => app.stop());

async function createTexts(): Promise<void> {
  author = await app.createUser();
  post = await app.createPost(author);
  const { body } = await app.call('createComment', { as: author, body: { post: post.id, content: 'Да' } });
  comment = { id: Number(body.id) };
}

const password = 'metkametka-2026-nadezhno';
const registration = () => ({
  username: `reader${author.user.id}`,
  email: `reader${author.user.id}@example.test`,
  password,
  password2: password,
});
type Write = { body: object; params?: Record<string, string> };
const inPost = (body: object): Write => ({ body, params: { slug: post.slug } });
const inComment = (body: object): Write => ({ body, params: { id: String(comment.id) } });

/** The rest of the request, for every operation that shows a text of a user to guests. */
const shownBy: Record<string, () => Write> = {
  createComment: () => ({ body: { post: post.id, content: 'Слово' } }),
  replaceComment: () => inComment({ content: 'Слово' }),
  updateComment: () => inComment({}),
  register: () => ({ body: registration() }),
  replaceProfile: () => ({ body: {} }),
  updateProfile: () => ({ body: {} }),
  createPost: () => ({ body: { title: 'Заголовок', content: 'Текст' } }),
  replacePost: () => inPost({ title: 'Заголовок', content: 'Текст' }),
  updatePost: () => inPost({}),
  createCorrection: () => inPost({ text: 'Исправлено' }),
};
/** Operations whose texts guests never see. */
const privateOperations = [
  ...['login', 'refreshToken', 'logout', 'changePassword', 'verifyEmail', 'requestPasswordReset'],
  ...['confirmPasswordReset', 'confirmIdentity', 'enableTotp', 'createPasskey', 'renamePasskey'],
  ...['requestEmailChange', 'confirmEmailChange', 'requestAccountDeletion'],
  ...['viewPost', 'previewPost', 'saveDraft', 'createDraftLink', 'readDraftLink', 'fetchImage'],
  ...['createCheckoutSession', 'retryPayment', 'createObjection', 'createReport', 'sendFeedback'],
];
/** The names of a registration are not judged: its responses are those of the first contract. */
const unjudged = ['register.username', 'register.first_name', 'register.last_name'];

const written = Object.values<Endpoint>(endpoints)
  .filter((endpoint) => !requiredPermission(endpoint))
  .map((endpoint) => ({
    id: endpoint.id,
    fields: listTextFields(endpoint).filter(({ location }) => location === 'body'),
  }))
  .filter(({ fields }) => fields.length > 0);

/** Sends a text in a field and returns whether a guest sees it afterwards. */
async function isShown(id: string, field: string, text: string): Promise<boolean> {
  await createTexts();
  const { body, params } = shownBy[id]?.() ?? { body: {} };
  const sent = await app.call(id as never, { as: author, params, body: { ...body, [field]: text } } as never);
  const read = [
    app.call('listPosts', { query: { page_size: 100 } }),
    app.call('getPost', { params: { slug: String(post.id) } }),
    app.call('getPost', { params: { slug: String(sent.body.slug ?? post.id) } }),
    app.call('listPostComments', { params: { postId: String(post.id) } }),
    app.call('getUser', { params: { username: author.user.username } }),
    app.call('getUser', { params: { username: `reader${author.user.id}` } }),
    app.call('getUser', { params: { username: text } }),
  ];
  return JSON.stringify(await Promise.all(read)).includes(text);
}

it('names every operation in which users write a text', () => {
  const known = new Set([...privateOperations, ...Object.keys(shownBy)]);
  expect(written.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
});

it('shows guests no text with a stop word or a link to a blocked domain', async () => {
  const editor = await app.createUser({ role: 'administrator' });
  const fields = written.flatMap(({ id, fields: of }) =>
    id in shownBy ? of.map(({ name }) => ({ id, name })) : [],
  );
  const findShown = async (candidates: typeof fields, textOf: (number: number) => string) => {
    const found: typeof fields = [];
    for (const [index, field] of candidates.entries())
      if (await isShown(field.id, field.name, textOf(index))) found.push(field);
    return found;
  };
  const namesOf = (found: typeof fields) => found.map(({ id, name }) => `${id}.${name}`);
  const shown = await findShown(fields, (number) => `metka${number}`);
  expect(namesOf(shown)).toEqual([
    ...['createComment.content', 'replaceComment.content', 'updateComment.content', ...unjudged],
    ...['replaceProfile', 'updateProfile'].flatMap((id) => [
      `${id}.first_name`,
      `${id}.last_name`,
      `${id}.bio`,
    ]),
    ...['createPost', 'replacePost', 'updatePost'].flatMap((id) =>
      ['title', 'content', 'standfirst', 'image_caption', 'custom_slug'].map((name) => `${id}.${name}`),
    ),
    'createCorrection.text',
  ]);
  const { version } = (await app.call('getPublicationRules', { as: editor })).body;
  const rules = { ...defaultPublicationRules, stop_words: ['lovushka*'], blocked_domains: ['metka.test'] };
  await app.call('replacePublicationRules', { as: editor, body: { version, rules } });
  expect(namesOf(await findShown(shown, (number) => `lovushka${number}`))).toEqual(unjudged);
  const named = await findShown(shown, (number) => `www.m${number}.metka.test`);
  expect(namesOf(named)).toEqual(unjudged);
});
