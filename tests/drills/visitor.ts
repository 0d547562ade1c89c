import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hangLimitMs } from '../support/hang-limit.ts';

/** A reader with an account; functions return the status, or 0 without a response. */
export type Visitor = {
  /** Calls the API and returns the body; throws unless it succeeds. */
  call(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  read(): Promise<number>;
  /** Publishes a new post. */
  write(): Promise<number>;
  logIn(): Promise<number>;
  upload(form: FormData): Promise<number>;
  ready(): Promise<number>;
  live(): Promise<number>;
  /** The number of mails to this account among files of mails. */
  countMails(folder: string): number;
};

/** Registers an account on the site. */
export async function visit(origin: string): Promise<Visitor> {
  const username = `visitor-${randomUUID().slice(0, 18)}`;
  const [email, password] = [`${username}@example.com`, `Drill-${username}`];

  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(origin + path, { ...init, signal: AbortSignal.timeout(hangLimitMs) });
  const sendJson = (method: string, path: string, body?: object, access?: string): Promise<Response> =>
    send(path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(access && { authorization: `Bearer ${access}` }),
      },
    });
  const post = (path: string, body: object, access?: string) => sendJson('POST', path, body, access);
  const statusOf = async (response: Promise<Response>): Promise<number> => {
    try {
      const { status, arrayBuffer } = await response.then((received) => ({
        status: received.status,
        arrayBuffer: received.arrayBuffer(),
      }));
      await arrayBuffer;
      return status;
    } catch {
      return 0;
    }
  };

  const registration = await post('/api/v1/auth/register/', { username, email, password });
  if (registration.status !== 201) throw new Error(`no registration: ${await registration.text()}`);
  const { access } = (await registration.json()) as { access: string };
  return {
    async call(method, path, body) {
      const response = await sendJson(method, path, body, access);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === '' ? {} : JSON.parse(text);
    },
    read: () => statusOf(send('/posts?page=1')),
    write: () =>
      statusOf(
        post(
          '/api/v1/posts/',
          { title: randomUUID(), content: 'Текст для проверки.', status: 'published' },
          access,
        ),
      ),
    logIn: () => statusOf(post('/api/v1/auth/login/', { email, password })),
    upload: (form) =>
      statusOf(
        send('/api/v1/upload/image/', {
          method: 'POST',
          body: form,
          headers: { authorization: `Bearer ${access}` },
        }),
      ),
    ready: () => statusOf(send('/readyz')),
    live: () => statusOf(send('/healthz')),
    countMails: (folder) =>
      readdirSync(folder).filter(
        (name) => name.endsWith('.eml') && readFileSync(join(folder, name), 'utf8').includes(email),
      ).length,
  };
}
