import { z } from 'zod';
import { type Endpoint, getResponseBody, listStatuses } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { sharedSchemas } from '#contract/shared-schemas.ts';
import {
  bodyExamples,
  commonExamples,
  describeStatus,
  isCommonResponse,
  type Json,
  responseExamples,
  responseHeaders,
} from './openapi-responses.ts';

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(sharedSchemas)) names.add(schema, { id });

type Components = { schemas: Json; responses: Json };

const introduction = [
  'Paths end in a slash, which may be omitted. Bodies are JSON, multipart or form fields; numbers and booleans may be',
  'strings, objects JSON in a string, and unknown fields are ignored. Times are UTC, amounts of money are strings with two decimals, URLs of',
  'pictures are absolute. `detail` and messages of fields are Russian, `message` and `error` English. Every operation',
  'that reads the access token returns 401 for an invalid one. Responses to GET have an `ETag`.',
].join(' ');

/** The OpenAPI 3.1 description of the endpoint table. `serverUrl` has no trailing slash. */
export function openApiDocument(serverUrl: string, siteName: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {};
  const responses: Json = {};
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = describeOperation(endpoint, { schemas, responses });
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: `${siteName} API`, version: '1', description: introduction },
    servers: [{ url: serverUrl }],
    paths,
    components: { schemas, responses, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

function describeOperation(endpoint: Endpoint, components: Components): Json {
  const { schemas } = components;
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path', schemas),
      ...parametersOf(endpoint.query, 'query', schemas),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body && { requestBody: describeBody(endpoint, endpoint.body, schemas) }),
    responses: Object.fromEntries(
      listStatuses(endpoint).map((status) => [status, describeResponse(endpoint, status, components)]),
    ),
  };
}

/** Sentences about the properties of the endpoint. */
function descriptionOf(endpoint: Endpoint): Json {
  const { description, aliases = {}, aliasPaths: alsoAt = [], auth, alternative } = endpoint;
  const names = Object.entries(aliases).map(([alias, name]) => `\`${alias}\` for \`${name}\``);
  const sentences = [
    ...(description ? [description] : []),
    ...(auth === 'ignored' ? ['The Authorization header is not read.'] : []),
    ...(names.length > 0 ? [`Aliases: ${names.join(', ')}.`] : []),
    ...(alsoAt.length > 0 ? [`Also at ${alsoAt.map((path) => `\`${path}\``).join(', ')}.`] : []),
    ...(alternative ? [`A comment gets the response of \`${alternative.endpoint.id}\`.`] : []),
  ];
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

function securityOf(endpoint: Endpoint): Json {
  if (endpoint.auth === 'ignored') return { security: [] };
  return { security: endpoint.auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }] };
}

function parametersOf(schema: z.ZodObject | undefined, location: 'path' | 'query', schemas: Json): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path',
    ...toParameterSchema(field as z.ZodType, schemas),
  }));
}

/** The description belongs to the parameter, the limits stay in the schema. */
function toParameterSchema(field: z.ZodType, schemas: Json): Json {
  const { description, ...schema } = jsonSchema(field, 'input', schemas);
  return { ...(description !== undefined && { description }), schema };
}

function headersOf(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string, schema: Json) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...schema },
  });
  return [
    ...(endpoint.errorBodies?.[412]
      ? [header('If-Match', 'The version that the change is based on: `"3"`', { example: '"3"' })]
      : []),
    ...(endpoint.isIdempotent
      ? [
          header(
            'Idempotency-Key',
            'A unique key of this request: repetitions within a day are executed once',
            {
              minLength: 1,
              maxLength: 255,
              example: 'b1c4e0a2-5d1f-4a43-9a3e-0b3f6c7d8e9f',
            },
          ),
        ]
      : []),
  ];
}

function describeBody(endpoint: Endpoint, schema: z.ZodObject, schemas: Json): Json {
  const other = endpoint.alternative?.endpoint.body;
  const content = { schema: jsonSchema(other ? z.union([schema, other]) : schema, 'input', schemas) };
  if (endpoint.isMultipartOnly) return { required: true, content: { 'multipart/form-data': content } };
  return {
    content: {
      'application/json': { ...content, examples: bodyExamples(endpoint) },
      'multipart/form-data': content,
      'application/x-www-form-urlencoded': content,
    },
  };
}

function describeResponse(endpoint: Endpoint, status: number, { schemas, responses }: Components): Json {
  const schema = getResponseBody(endpoint, status);
  const mediaType = (status in endpoint.responses && endpoint.contentType) || 'application/json';
  const toResponse = (examples: Json): Json => ({
    description: describeStatus(status),
    ...responseHeaders(endpoint, status),
    ...(schema && {
      content: { [mediaType]: { schema: jsonSchema(schema, 'output', schemas), examples } },
    }),
  });
  if (!isCommonResponse(endpoint, status)) return toResponse(responseExamples(endpoint, status));
  const name = `Status${status}`;
  responses[name] ??= toResponse(commonExamples(status));
  return { $ref: `#/components/responses/${name}` };
}

/** The JSON Schema of a value; named and recursive schemas are moved to the components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const options = { io, metadata: names, unrepresentable: 'any' as const, override: addNotes };
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, options) as Json & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _id, ...shape } = definition as Json;
    components[name] = withComponentRefs(shape);
  }
  return withComponentRefs(rest) as Json;
}

/** Adds the metadata of the contract: descriptions and file formats. */
function addNotes({
  zodSchema,
  jsonSchema: target,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: Json;
}): void {
  Object.assign(target, z.globalRegistry.get(zodSchema));
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
