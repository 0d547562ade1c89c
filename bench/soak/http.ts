import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export type SoakRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  access?: string | undefined;
};
/** `status` is 0 when no response arrived. */
export type SoakResponse = { status: number; ms: number; text: string };

export type Client = {
  send(sent: SoakRequest): Promise<SoakResponse>;
  /** Sends a JSON body. */
  json(method: string, path: string, body: unknown, access?: string): Promise<SoakResponse>;
  /** A raw TCP connection from the same address, for requests that an HTTP client would not send. */
  socket(): Socket;
  close(): void;
};

/** Longest time that a reader waits for a response. */
const timeoutMs = 10_000;

/** Creates an HTTP client with its own loopback address, which the site treats as a separate network. */
export function createClient(port: number, localAddress: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  function send({ method = 'GET', path, headers = {}, body, access }: SoakRequest): Promise<SoakResponse> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const finish = (status: number, text = '') =>
        resolve({ status, text, ms: performance.now() - startedAt });
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          localAddress,
          agent,
          method,
          path,
          signal: AbortSignal.timeout(timeoutMs),
          headers: { ...headers, ...(access !== undefined && { authorization: `Bearer ${access}` }) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () => finish(response.statusCode ?? 0, text));
          response.on('error', () => finish(0));
        },
      );
      outgoing.on('error', () => finish(0));
      outgoing.end(body);
    });
  }

  return {
    send,
    json: (method, path, body, access) =>
      send({
        method,
        path,
        access,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    socket: () => {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      socket.on('error', () => undefined);
      return socket;
    },
    close: () => agent.destroy(),
  };
}

export type Account = { username: string; email: string; password: string; access: string };

/** Registers an account, or logs in to the one of an earlier attempt; undefined when the site refuses. */
export async function openAccount(client: Client, username: string): Promise<Account | undefined> {
  const account = { username, email: `${username}@example.com`, password: `Soak-${username}-1` };
  const { status, text } = await client.json('POST', '/api/v1/auth/register/', account);
  const access = status === 201 ? JSON.parse(text).access : await logIn(client, account);
  return access === undefined ? undefined : { ...account, access };
}

/** Logs in for a new access token. */
export async function logIn(
  client: Client,
  { email, password }: Omit<Account, 'access'>,
): Promise<string | undefined> {
  const { status, text } = await client.json('POST', '/api/v1/auth/login/', { email, password });
  return status === 200 ? JSON.parse(text).access : undefined;
}
