import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { answerBodyOf, type Endpoint, statusesOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the endpoint table. `serverUrl` has no trailing slash. */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = describeOperation(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'News Site API', version: '1' },
    servers: [{ url: serverUrl }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

function describeOperation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body && { requestBody: describeBody(endpoint, endpoint.body) }),
    responses: Object.fromEntries(
      statusesOf(endpoint).map((status) => [status, describeAnswer(endpoint, status)]),
    ),
  };
}

function securityOf(endpoint: Endpoint): Json {
  if (endpoint.auth === 'ignored') return { security: [] };
  return { security: endpoint.auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }] };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: jsonSchema(field as z.ZodType, 'input'),
  }));
}

function headersOf(endpoint: Endpoint): Json[] {
  const names = [
    ...(endpoint.refusals?.[412] ? ['If-Match'] : []),
    ...(endpoint.isIdempotent ? ['Idempotency-Key'] : []),
  ];
  return names.map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }));
}

function describeBody(endpoint: Endpoint, schema: z.ZodObject): Json {
  const other = endpoint.alternative?.endpoint.body;
  const content = { schema: jsonSchema(other ? z.union([schema, other]) : schema, 'input') };
  if (endpoint.isMultipartOnly) return { content: { 'multipart/form-data': content } };
  return {
    content: {
      'application/json': content,
      'multipart/form-data': content,
      'application/x-www-form-urlencoded': content,
    },
  };
}

function describeAnswer(endpoint: Endpoint, status: number): Json {
  const description = STATUS_CODES[status] ?? 'Answer';
  const schema = answerBodyOf(endpoint, status);
  if (!schema) return { description };
  return { description, content: { 'application/json': { schema: jsonSchema(schema, 'output') } } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
