import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { authorInfo, authResponse, userProfile } from '#contract/auth.ts';
import { category } from '#contract/categories.ts';
import { comment, commentDetail } from '#contract/comments.ts';
import { answerBodyOf, type Endpoint, statusesOf } from '#contract/endpoint.ts';
import { detailBody, fieldErrorsBody } from '#contract/errors.ts';
import { endpoints } from '#contract/index.ts';
import { postDetail, postListItem } from '#contract/posts.ts';

type Json = Record<string, unknown>;

/** Shapes that stand in many answers, under the names that the contract calls them by. */
const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  UserProfile: userProfile,
  AuthResponse: authResponse,
  AuthorInfo: authorInfo,
  Category: category,
  PostListItem: postListItem,
  PostDetail: postDetail,
  Comment: comment,
  CommentDetail: commentDetail,
  Error: detailBody,
  FieldErrors: fieldErrorsBody,
}))
  names.add(schema, { id });

/** The OpenAPI 3.1 description of the endpoint table. `serverUrl` has no trailing slash. */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {};
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = describeOperation(endpoint, schemas);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'News Site API', version: '1' },
    servers: [{ url: serverUrl }],
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

function describeOperation(endpoint: Endpoint, schemas: Json): Json {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path', schemas),
      ...parametersOf(endpoint.query, 'query', schemas),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body && { requestBody: describeBody(endpoint, endpoint.body, schemas) }),
    responses: Object.fromEntries(
      statusesOf(endpoint).map((status) => [status, describeAnswer(endpoint, status, schemas)]),
    ),
  };
}

function securityOf(endpoint: Endpoint): Json {
  if (endpoint.auth === 'ignored') return { security: [] };
  return { security: endpoint.auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }] };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query', schemas: Json): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: jsonSchema(field as z.ZodType, 'input', schemas),
  }));
}

function headersOf(endpoint: Endpoint): Json[] {
  const headers = [
    ...(endpoint.refusals?.[412] ? ['If-Match'] : []),
    ...(endpoint.isIdempotent ? ['Idempotency-Key'] : []),
  ];
  return headers.map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }));
}

function describeBody(endpoint: Endpoint, schema: z.ZodObject, schemas: Json): Json {
  const other = endpoint.alternative?.endpoint.body;
  const content = { schema: jsonSchema(other ? z.union([schema, other]) : schema, 'input', schemas) };
  if (endpoint.isMultipartOnly) return { content: { 'multipart/form-data': content } };
  return {
    content: {
      'application/json': content,
      'multipart/form-data': content,
      'application/x-www-form-urlencoded': content,
    },
  };
}

function describeAnswer(endpoint: Endpoint, status: number, schemas: Json): Json {
  const description = STATUS_CODES[status] ?? 'Answer';
  const schema = answerBodyOf(endpoint, status);
  if (!schema) return { description };
  return { description, content: { 'application/json': { schema: jsonSchema(schema, 'output', schemas) } } };
}

/** The schema of one place; shapes that have a name, or refer to themselves, go to the components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const options = { io, metadata: names, unrepresentable: 'any' as const };
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, options) as Json & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _id, ...shape } = definition as Json;
    components[name] = withComponentRefs(shape);
  }
  return withComponentRefs(rest) as Json;
}

function withComponentRefs(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withComponentRefs);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : withComponentRefs(value),
    ]),
  );
}
