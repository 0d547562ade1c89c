import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendUpload, stallTimeoutMs } from './upload-transport.ts';

/** The used part of XMLHttpRequest, with network events triggered by the test. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: object) => void } = {};
  onloadend?: () => void;
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  constructor() {
    FakeRequest.last = this;
  }
  open() {}
  send() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  abort() {
    this.onloadend?.();
  }
  respond(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    this.onloadend?.();
  }
  progress(loaded: number, total: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const upload = (changes: Partial<Parameters<typeof sendUpload>[0]> = {}) =>
  sendUpload({
    url: '/api/v1/upload/image/',
    method: 'POST',
    headers: new Headers({ authorization: 'Bearer token' }),
    body: 'x',
    signal: undefined,
    onProgress: () => undefined,
    ...changes,
  });

it('reports the progress of the body and then resolves with the response', async () => {
  const onProgress = vi.fn();
  const response = upload({ onProgress });
  FakeRequest.last.progress(1, 4);
  FakeRequest.last.progress(4, 4);
  FakeRequest.last.respond(201, '{}');
  await expect(response).resolves.toEqual({ status: 201, text: '{}' });
  expect(onProgress.mock.calls).toEqual([[0.25], [1]]);
  expect(FakeRequest.last.headers).toEqual({ authorization: 'Bearer token' });
});

it('continues while there is progress and fails without progress', async () => {
  const response = upload();
  const outcome = expect(response).rejects.toThrow('no response');
  for (let part = 1; part <= 5; part += 1) {
    await vi.advanceTimersByTimeAsync(stallTimeoutMs - 1);
    FakeRequest.last.progress(part, 10);
  }
  await vi.advanceTimersByTimeAsync(stallTimeoutMs - 1);
  const aborted = vi.spyOn(FakeRequest.last, 'abort');
  expect(aborted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(aborted).toHaveBeenCalledOnce();
  await outcome;
});

it('aborts when its caller aborts', async () => {
  const controller = new AbortController();
  const response = expect(upload({ signal: controller.signal })).rejects.toThrow('no response');
  controller.abort();
  await response;
  await expect(upload({ signal: controller.signal })).rejects.toThrow('aborted');
});
