import { z } from 'zod';
import { deadlines } from '#server/platform/deadlines.ts';
import { ProviderRefusedError } from '../../provider.ts';

const publicApiUrl = 'https://api.yookassa.ru/v3';

export type YookassaClient = ReturnType<typeof createYookassaClient>;
type Access = { shopId: string; secretKey: string; apiUrl?: string };

const errorShape = z.object({
  code: z.string(),
  description: z.string().optional(),
  parameter: z.string().optional(),
});

/** YooKassa's API over HTTP, with time-outs. */
export function createYookassaClient({ shopId, secretKey, apiUrl = publicApiUrl }: Access) {
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;

  const call = (path: string, init: RequestInit): Promise<Response> =>
    fetch(apiUrl + path, {
      ...init,
      headers: { authorization, ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(deadlines.provider),
    });

  /** Undefined for an object that YooKassa does not know. */
  async function get<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
  ): Promise<z.infer<Shape> | undefined> {
    const response = await call(path, { method: 'GET' });
    if (response.status === 404) return undefined;
    return read(response, shape);
  }

  async function post<Shape extends z.ZodType>(
    path: string,
    { key, body, shape }: { key: string; body: object; shape: Shape },
  ): Promise<z.infer<Shape>> {
    const headers = { 'content-type': 'application/json', 'idempotence-key': key };
    return read(await call(path, { method: 'POST', headers, body: JSON.stringify(body) }), shape);
  }

  return { get, post };
}

/** A 4xx means that nothing happened; after 429, 5xx or an unreadable body the result is unknown. */
async function read<Shape extends z.ZodType>(response: Response, shape: Shape): Promise<z.infer<Shape>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status === 200) return shape.parse(body);
  const {
    code = String(response.status),
    description = '',
    parameter = '',
  } = errorShape.safeParse(body).data ?? {};
  const reason = [code, parameter, description].filter(Boolean).join(': ');
  if (response.status >= 400 && response.status < 500 && response.status !== 429)
    throw new ProviderRefusedError(reason);
  throw new Error(`YooKassa responded ${response.status}: ${reason}`);
}
