import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type Endpoint, statusesOf } from '#contract/endpoint.ts';
import { errorBodyOf } from '#contract/errors.ts';
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
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.body && { requestBody: describeBody(endpoint.body) }),
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

function describeBody(schema: z.ZodObject): Json {
  const content = { schema: jsonSchema(schema, 'input') };
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
  const schema = status in endpoint.responses ? endpoint.responses[status] : errorBodyOf(status);
  if (!schema) return { description };
  return { description, content: { 'application/json': { schema: jsonSchema(schema, 'output') } } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
