import type { FastifyInstance } from 'fastify';

/** Runs Vite as middleware: hot reload, and pages rendered from the sources. */
export async function addDevelopmentServer(app: FastifyInstance): Promise<() => Promise<unknown>> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|media|healthz|readyz)\b/.test(request.url)) return done();
    vite.middlewares(request.raw, reply.raw, done);
  });
  app.addHook('onClose', () => vite.close());
  return () => vite.ssrLoadModule('virtual:react-router/server-build');
}
