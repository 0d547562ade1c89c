import { buildSiteIfStale } from './build-site.ts';

buildSiteIfStale();
process.env.NODE_ENV ??= 'production';
await import('../server/main.ts');
