/** Serves one response from a plain `node:http` server in a separate process: the baseline of a benchmark. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type EndpointId, route } from '#contract/paths.ts';
import type { Baseline } from './processes.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const [baseline] = (await once(process, 'message')) as [Baseline];
const handler = await createHandler(baseline);
const server = createServer(handler).listen(0, 'localhost');
await once(server, 'listening');
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send?.((server.address() as AddressInfo).port);

async function createHandler(spec: Baseline): Promise<Handler> {
  if (spec.kind === 'bytes') return createBytesHandler(spec);
  return spec.kind === 'query' ? createQueryHandler(spec) : createRenderHandler(spec);
}

function createBytesHandler({ body, headers }: Extract<Baseline, { kind: 'bytes' }>): Handler {
  const bytes = Buffer.from(body, 'base64');
  return (_request, response) => response.writeHead(200, headers).end(bytes);
}

/** Sends the SQL statements of the same response one after the other on one connection and returns the rows as JSON. */
function createQueryHandler({ databaseUrl, statements }: Extract<Baseline, { kind: 'query' }>): Handler {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 15 });
  return async (_request, response) => {
    const client = await pool.connect();
    const results: unknown[] = [];
    for (const { text, values } of statements) results.push((await client.query(text, values)).rows);
    client.release();
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(results));
  };
}

type SiteBuild = {
  entry: { module: Record<'createRequestHandler' | 'createRequestContext', CallableFunction> };
};
type Call = { id: EndpointId; params?: Record<string, unknown>; query?: Record<string, unknown> };

/**
 * Renders the same page from the same build with its data in memory: React and its router without the rest of the
 * server.
 */
async function createRenderHandler({
  path,
  origin,
}: Extract<Baseline, { kind: 'render' }>): Promise<Handler> {
  const file = resolve(import.meta.dirname, '../build/server/index.js');
  const build = (await import(pathToFileURL(file).href)) as SiteBuild;
  const { createRequestHandler, createRequestContext } = build.entry.module;
  const responses = new Map<string, Promise<{ status: number; body: unknown }>>();
  const transport = (call: Call) => {
    const key = JSON.stringify(call);
    const response = responses.get(key) ?? callApi(origin, call);
    responses.set(key, response);
    return response;
  };
  const handle = createRequestHandler(build, 'production');
  return async (_request, response) => {
    const page = await handle(new Request(origin + path), createRequestContext(transport));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(await page.text());
  };
}

async function callApi(origin: string, { id, params = {}, query = {} }: Call) {
  const path = route(id).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${origin}${path}?${search}`);
  return { status: response.status, body: await response.json() };
}
