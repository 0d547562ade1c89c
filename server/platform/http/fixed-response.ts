import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CachedResponse, createCachedResponse } from '../cache/cached-response.ts';
import { sendCached } from '../cache/send-cached.ts';

const always = { freshUntil: Number.POSITIVE_INFINITY, validUntil: Number.POSITIVE_INFINITY };

type FixedText = { headers: Record<string, string>; body: string };

/** A handler that sends a text which stays the same while the process runs: made and compressed at its first request. */
export function sendFixed(create: () => FixedText) {
  let response: Promise<CachedResponse> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    response ??= createCachedResponse({ ...create(), status: 200, tags: undefined }, new Set(), always);
    return sendCached(request, reply, await response);
  };
}
