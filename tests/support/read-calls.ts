import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { type EndpointId, type paths, route } from '#contract/paths.ts';
import { createSmallTask } from './import-tasks.ts';
import { getDefaultPlan, subscribe } from './subscriptions.ts';
import type { CallOptions, TestApp, TestUser } from './test-app.ts';

export type ReadId = {
  [Id in EndpointId]: (typeof paths)[Id] extends `GET ${string}` ? Id : never;
}[EndpointId];

const readIds = (Object.keys(endpoints) as EndpointId[]).filter(
  // An archive is read by a signed link, which its own test has.
  (id) => route(id).method === 'GET' && id !== 'downloadDataCopy',
) as ReadId[];

/** The path parameters of an endpoint. */
const pathParameters = ({ params }: Endpoint): string[] => Object.keys(params?.shape ?? {});

/** Creates all kinds of objects and returns a call for every GET endpoint that returns 200 to this staff member. */
export async function createReadCalls(app: TestApp, staff: TestUser): Promise<Record<ReadId, CallOptions>> {
  const category = await app.createCategory();
  const post = await app.createPost(staff, { category: category.id });
  const comment = (await app.call('createComment', { as: staff, body: { post: post.id, content: 'Первый' } }))
    .body;
  await app.call('createComment', {
    as: staff,
    body: { post: post.id, parent: comment.id, content: 'Ответ' },
  });
  const key = `post-${post.id}`;
  await app.call('saveDraft', {
    as: staff,
    params: { key },
    body: { title: 'а', content: 'б', writer: 'в' },
  });
  const { payment_id } = await subscribe(app, staff);
  await app.call('pinPost', { as: staff, body: { post_id: post.id } });
  const payment = { params: { id: payment_id } };
  const refund = await app.call('refundPayment', { as: staff, ...payment, body: { amount: '1.00' } });
  const byImport = await createSmallTask(app, staff);
  const byCategory = { params: { slug: category.slug } };
  /** The objects that path parameters name; the endpoints below mean other objects. */
  const values: Record<string, string | number> = {
    id: comment.id,
    key,
    postId: post.id,
    slug: post.slug,
    username: staff.user.username,
    version: post.version,
  };
  const exceptions: Partial<Record<ReadId, CallOptions>> = {
    getCategory: byCategory,
    getImport: byImport,
    listImportFiles: byImport,
    listCategoryPosts: byCategory,
    getPlan: { params: { id: (await getDefaultPlan(app)).id } },
    getPayment: payment,
    getPaymentStatus: payment,
    getRefund: { params: { id: refund.body.id } },
    getStaffPayment: payment,
    getModeratedAccount: { params: { id: staff.user.id } },
    listNewComments: { params: { postId: post.id }, query: { since: post.created_at } },
  };
  const callOf = (id: ReadId): CallOptions => {
    const names = pathParameters(endpoints[id]);
    if (names.length === 0) return {};
    return { params: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) };
  };
  return Object.fromEntries(readIds.map((id) => [id, exceptions[id] ?? callOf(id)])) as Record<
    ReadId,
    CallOptions
  >;
}
