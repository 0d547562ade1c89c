import { describe, expect, it } from 'vitest';
import { type Endpoint, getResponseBody, listStatuses } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { templateOf } from '#locales/index.ts';
import { openApiDocument } from './openapi.ts';

type Examples = Record<string, { value: unknown }>;
type Content = Record<string, { examples?: Examples }>;
type Response = { $ref?: string; description: string; content?: Content; headers?: object };
type Operation = {
  operationId: string;
  summary: string;
  security: unknown[];
  parameters: Array<{ name: string; description?: string; schema: object }>;
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};

const document = openApiDocument('http://localhost:8000', 'News Site') as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
};
const all = Object.values<Endpoint>(endpoints);

function operationOf(endpoint: Endpoint): Operation {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (!operation) throw new Error(`${endpoint.id} is not described`);
  return operation;
}

function responseOf(endpoint: Endpoint, status: number): Response {
  const response = operationOf(endpoint).responses[status];
  const name = response?.$ref?.split('/').at(-1);
  const found = name ? document.components.responses[name] : response;
  if (!found) throw new Error(`${endpoint.id} ${status} is not described`);
  return found;
}

const examplesOf = (content: Content | undefined) =>
  Object.values(
    (content?.['application/json'] ?? content?.['text/csv'] ?? content?.['application/zip'])?.examples ?? {},
  );

describe.each(all.map((endpoint) => [endpoint.id, endpoint] as const))(
  'the description of %s',
  (_, endpoint) => {
    const operation = operationOf(endpoint);
    const examples = examplesOf(operation.requestBody?.content);

    it('has a summary, its security and a description of each parameter', () => {
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(operation.security).toBeInstanceOf(Array);
      for (const { name, description = '', schema } of operation.parameters) {
        expect(description, name).not.toBe('');
        expect(schema, name).toHaveProperty('type');
      }
    });

    it('has a valid example of each JSON request body', () => {
      const bodies = endpoint.isMultipartOnly ? [] : [endpoint.body, endpoint.alternative?.endpoint.body];
      const issues = bodies
        .filter((body) => body !== undefined)
        .map((body, index) => body.safeParse(examples[index]?.value).error?.issues ?? []);
      expect(issues).toEqual(examples.map(() => []));
    });

    it('has valid examples of every response, errors in Russian', () => {
      for (const status of listStatuses(endpoint)) {
        const { description, content, headers } = responseOf(endpoint, status);
        expect(description, String(status)).not.toBe('');
        if (status === 429 || status === 503) expect(headers).toHaveProperty('Retry-After');
        const schema = getResponseBody(endpoint, status);
        if (!schema) {
          expect(content).toBeUndefined();
          continue;
        }
        const examples = examplesOf(content);
        expect(examples.length, `${status} has no example`).toBeGreaterThan(0);
        for (const { value } of examples) {
          expect(schema.safeParse(value).error?.issues ?? [], JSON.stringify(value)).toEqual([]);
          if (status >= 400) expect(JSON.stringify(value)).toMatch(/[а-яё]/i);
          const codes = JSON.stringify(value).match(/(?<=")[a-zA-Z]+\.[a-zA-Z]+(?=")/g) ?? [];
          expect(codes.filter((code) => templateOf(code) !== undefined)).toEqual([]);
        }
      }
    });
  },
);

it('describes a file upload as binary', () => {
  const upload = document.paths['/api/v1/upload/image/']?.post;
  expect(JSON.stringify(upload?.requestBody)).toContain('"format":"binary"');
});
