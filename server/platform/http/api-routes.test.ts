import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { sendError } from './api-routes.ts';

it('logs an internal error with the request id that the caller receives', () => {
  const lines: unknown[] = [];
  const request = {
    id: 'request-1',
    raw: { destroyed: false },
    log: { error: (line: unknown) => lines.push(line) },
  };
  const reply: object = new Proxy({}, { get: () => () => reply });
  const error = new Error('of ours');
  sendError(error, request as unknown as FastifyRequest, reply as FastifyReply);
  expect(lines).toEqual([{ reqId: 'request-1', err: error }]);
});
