import type { ApiAnswer } from './client.ts';

/** An upload may take long. An upload without progress for this time has failed. */
export const stalledAfterMs = 30_000;

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
export function sendUpload(upload: Upload): Promise<Omit<ApiAnswer, 'body'> & { text: string }> {
  const { signal } = upload;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new Error('aborted'));
    const request = new XMLHttpRequest();
    let watch: ReturnType<typeof setTimeout>;
    const stop = () => request.abort();
    const stillMoves = () => {
      clearTimeout(watch);
      watch = setTimeout(stop, stalledAfterMs);
    };
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      stillMoves();
      if (lengthComputable && total > 0) upload.onProgress(loaded / total);
    };
    request.onloadend = () => {
      clearTimeout(watch);
      signal?.removeEventListener('abort', stop);
      if (request.status === 0) reject(new Error('no response'));
      else resolve({ status: request.status, text: request.responseText });
    };
    signal?.addEventListener('abort', stop);
    request.open(upload.method, upload.url);
    for (const [name, value] of upload.headers) request.setRequestHeader(name, value);
    stillMoves();
    request.send(upload.body);
  });
}
