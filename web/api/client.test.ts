import { describe, expect, it, vi } from 'vitest';
import { ApiError, type ApiRequest, createApiClient } from './client.ts';
import { describeFailure } from './error-messages.ts';
import { createHttpSend } from './http-transport.ts';

type Call = { url: string; init: RequestInit };

/** A fetch that returns the given responses in order and records its calls. */
function createFetch(...responses: (Response | Error)[]) {
  const calls: Call[] = [];
  const fake: typeof fetch = async (url, init) => {
    calls.push({ url: String(url), init: init ?? {} });
    const next = responses.shift();
    if (!next || next instanceof Error) throw next ?? new Error('unexpected call');
    return next;
  };
  return { calls, fake };
}

const request = (part: Partial<ApiRequest>): ApiRequest => ({
  id: 'listPosts',
  params: {},
  query: {},
  body: undefined,
  ...part,
});

describe('HTTP', () => {
  it('builds the URL, headers and JSON from the contract', async () => {
    const { calls, fake } = createFetch(Response.json({ id: 1 }, { status: 200 }));
    const send = createHttpSend({ fetch: fake });
    const response = await send(
      request({ id: 'updatePost', params: { slug: 'ё/..?' }, query: { a: 'б в' }, body: { title: 'Т' } }),
      'token',
    );
    expect(response).toEqual({ status: 200, body: { id: 1 } });
    const headers = new Headers(calls[0]?.init.headers);
    expect(calls[0]?.url).toBe('/api/v1/posts/%D1%91%2F..%3F/?a=%D0%B1+%D0%B2');
    expect(calls[0]?.init).toMatchObject({ method: 'PATCH', body: '{"title":"Т"}' });
    expect(headers.get('authorization')).toBe('Bearer token');
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('sends multipart data without its own Content-Type when there is a file', async () => {
    const { calls, fake } = createFetch(Response.json({}, { status: 201 }));
    const body = {
      title: 'Т',
      category: null,
      draft: undefined,
      image: new Blob(['x'], { type: 'image/png' }),
    };
    await createHttpSend({ fetch: fake })(request({ id: 'createPost', body }), null);
    const form = calls[0]?.init.body as FormData;
    expect([...form.keys()]).toEqual(['title', 'category', 'image']);
    expect(form.get('category')).toBe('');
    expect(new Headers(calls[0]?.init.headers).has('content-type')).toBe(false);
    expect(new Headers(calls[0]?.init.headers).has('authorization')).toBe(false);
  });

  it('returns the text of a CSV file', async () => {
    const csv = new Response('a,b', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const send = createHttpSend({ fetch: createFetch(csv).fake });
    expect(await send(request({ id: 'exportAuditLog' }), null)).toEqual({ status: 200, body: 'a,b' });
  });

  it('returns a null body for an empty response and for one that is not JSON', async () => {
    const page = new Response('<h1>Bad gateway</h1>', { status: 502 });
    const { fake } = createFetch(new Response(null, { status: 204 }), page);
    const send = createHttpSend({ fetch: fake });
    expect(await send(request({ id: 'deletePost', params: { slug: 'a' } }), null)).toEqual({
      status: 204,
      body: null,
    });
    expect(await send(request({}), null)).toEqual({ status: 502, body: null });
  });

  it('fails after the timeout', async () => {
    const hanging: typeof fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const waiting = createHttpSend({ fetch: hanging, timeoutMs: 5 })(request({}), null);
    await expect(waiting).rejects.toMatchObject({ status: 0, failure: 'no-response' });
  });

  it('distinguishes a lost connection, an abort and an invalid request', async () => {
    const send = createHttpSend({ fetch: createFetch(new TypeError('offline')).fake });
    await expect(send(request({}), null)).rejects.toMatchObject({ failure: 'no-response' });
    const aborted = request({ signal: AbortSignal.abort() });
    await expect(send(aborted, null)).rejects.toMatchObject({ failure: 'aborted' });
    const { calls, fake } = createFetch();
    const dotSegment = createHttpSend({ fetch: fake })(
      request({ id: 'getPost', params: { slug: '..' } }),
      null,
    );
    await expect(dotSegment).rejects.toMatchObject({ failure: 'before-sending' });
    expect(calls).toEqual([]);
  });
});

describe('client', () => {
  const failing =
    (status: number, body: unknown = null) =>
    async () => ({ status, body });

  it('returns the body of a successful response', async () => {
    const transport = vi.fn(async () => ({ status: 200, body: { count: 0 } }));
    const api = createApiClient(transport);
    expect(await api.call('listPosts', { query: { page: 2, search: undefined } })).toEqual({ count: 0 });
    expect(transport).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'listPosts', query: { page: '2' } }),
    );
  });

  it('reports a failure once and rethrows it', async () => {
    const report = vi.fn();
    const api = createApiClient(failing(500, { detail: 'ошибка' }), { report });
    await expect(api.call('listPosts')).rejects.toMatchObject({ status: 500, detail: 'ошибка' });
    expect(report).toHaveBeenCalledTimes(1);
  });

  it.each([
    { description: 'a status that the caller handles', status: 400, options: {}, suppressToastFor: [400] },
    {
      description: 'a status that the client never reports',
      status: 404,
      options: { suppressToastFor: [404] },
      suppressToastFor: [],
    },
    { description: 'a 401, which the session handles', status: 401, options: {}, suppressToastFor: [] },
  ])('does not report $what', async ({ status, options, suppressToastFor }) => {
    const report = vi.fn();
    const api = createApiClient(failing(status), { ...options, report });
    await expect(api.call('listPosts', { suppressToastFor })).rejects.toBeInstanceOf(ApiError);
    expect(report).not.toHaveBeenCalled();
  });

  it('fails with 404 without a request for a blank slug', async () => {
    const transport = vi.fn(failing(200));
    await expect(createApiClient(transport).call('getPost', { params: { slug: ' ' } })).rejects.toMatchObject(
      {
        status: 404,
      },
    );
    expect(transport).not.toHaveBeenCalled();
  });
});

describe('describeFailure', () => {
  it.each([
    [new ApiError(400, { detail: 'Причина' }), 'Причина'],
    [new ApiError(400, { title: ['Первая', 'Вторая'], content: ['Третья'] }), 'Первая'],
    [new ApiError(403, { detail: 'нет' }), 'У вас нет прав для выполнения этого действия.'],
    [new ApiError(404, null), 'Запрашиваемый ресурс не найден.'],
    [new ApiError(429, null), 'Слишком много запросов. Попробуйте позже.'],
    [new ApiError(500, null), 'Внутренняя ошибка сервера. Попробуйте позже.'],
    [new ApiError(503, null), 'Произошла неожиданная ошибка.'],
    [new ApiError(0, null, 'no-response'), 'Не удается подключиться к серверу.'],
    [new ApiError(0, null, 'before-sending'), 'Произошла ошибка при отправке запроса.'],
  ])('%#', (error, text) => {
    expect(describeFailure(error)).toBe(text);
  });
});
