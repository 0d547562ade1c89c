import type { ApiResponse } from './client.ts';

/** An upload may take long. An upload without progress for this time has failed. */
export const stallTimeoutMs = 30_000;

export type Upload = {
  url: string;
  method: string;
  headers: Headers;
  body: string | FormData | undefined;
  signal: AbortSignal | undefined;
  /** Receives the fraction of the body that has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void;
};

/** Sends a body and reports its progress, which `fetch` cannot do. Rejects when there is no response. */
export function sendUpload(upload: Upload): Promise<Omit<ApiResponse, 'body'> & { text: string }> {
  const { signal } = upload;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new Error('aborted'));
    const request = new XMLHttpRequest();
    let stallTimer: ReturnType<typeof setTimeout>;
    const abort = () => request.abort();
    const restartStallTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, stallTimeoutMs);
    };
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      restartStallTimer();
      if (lengthComputable && total > 0) upload.onProgress(loaded / total);
    };
    request.onloadend = () => {
      clearTimeout(stallTimer);
      signal?.removeEventListener('abort', abort);
      if (request.status === 0) reject(new Error('no response'));
      else resolve({ status: request.status, text: request.responseText });
    };
    signal?.addEventListener('abort', abort);
    request.open(upload.method, upload.url);
    for (const [name, value] of upload.headers) request.setRequestHeader(name, value);
    restartStallTimer();
    request.send(upload.body);
  });
}
