import type { FastifyInstance } from 'fastify';
import type { Html } from '../html.ts';
import { networkOf } from '../network.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { Admission } from './admission.ts';
import { withDeadline } from './deadline.ts';
import { toRoutePattern } from './route-pattern.ts';

/** A page that the server renders without React and scripts. It has its own content security policy. */
export type PlainPage = {
  method: 'GET' | 'POST';
  /** The path in the format of the contract: `/checkout/{token}`. */
  path: string;
  handle(request: { params: Record<string, string>; form: Record<string, unknown> }): Promise<PlainResponse>;
};
export type PlainResponse =
  | { kind: 'page'; status: number; page: Html; policy: string }
  | { kind: 'redirect'; url: string };

/** Registers routes for plain pages. Their content is private: it is not cached, and no referrer is sent. */
export function registerPlainPages(
  app: FastifyInstance,
  pages: PlainPage[],
  { admission, limits }: { admission: Admission; limits: Pick<RateLimits, 'take'> },
): void {
  for (const { method, path, handle } of pages) {
    app.route({
      method,
      url: toRoutePattern(path),
      handler: async (request, reply) => {
        const form = typeof request.body === 'object' && request.body !== null ? request.body : {};
        const call = {
          params: request.params as Record<string, string>,
          form: form as Record<string, unknown>,
        };
        await limits.take('page', networkOf(request.ip));
        const work = admission.run(method === 'GET' ? 'page' : 'write', () => handle(call));
        const response = await withDeadline(work);
        reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
        if (response.kind === 'redirect') return reply.redirect(response.url, 303);
        return reply
          .code(response.status)
          .header('content-security-policy', response.policy)
          .type('text/html; charset=utf-8')
          .send(response.page.markup);
      },
    });
  }
}
