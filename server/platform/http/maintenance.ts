import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { errorPage, errorPagePolicy } from '../ssr/error-page.ts';
import { toErrorResponse } from './error-response.ts';

/** All processes know of a change after this time: their probes read it four times a second. */
export const noticedAfterMs = 1_000;

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

export type MaintenanceState = {
  /** The value of `Retry-After` while writes are refused. */
  maintenanceSeconds?(): number | undefined;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the request is refused during maintenance; by default every method that is no read. */
    isWrite?: boolean;
  }
}

/** 503: an operator has turned off writing (`npm run maintenance`). */
const underMaintenance = (retryAfterSeconds: number) =>
  new AppError('unavailable', {
    message: { key: 'errors.maintenance' },
    code: 'maintenance',
    retryAfterSeconds,
  });

/** Refuses requests that write while the site is under maintenance, before anything of them is read. */
export function refuseWritesInMaintenance(
  app: FastifyInstance,
  { state, siteName }: { state: MaintenanceState; siteName: string },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const seconds = state.maintenanceSeconds?.();
    if (seconds === undefined) return;
    const isWrite = request.routeOptions.config.isWrite ?? !reads.has(request.method);
    if (!isWrite) return;
    const error = underMaintenance(seconds);
    if (request.url.startsWith('/api/')) throw error;
    await sendPage(reply, error, siteName);
  });
}

/** For the forms of plain pages. */
function sendPage(reply: FastifyReply, error: AppError, siteName: string): FastifyReply {
  const { status, headers } = toErrorResponse(error);
  return reply
    .code(status)
    .headers({ ...headers, 'content-security-policy': errorPagePolicy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(errorPage({ status, retryAfter: headers?.['retry-after'], siteName }));
}
