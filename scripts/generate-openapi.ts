import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { name as siteName } from '#locales/ru/site.ts';
import { openApiDocument } from '#server/platform/http/openapi.ts';

/** Writes docs/openapi.json from the contract; with --check it only reports whether the file is up to date. */
const file = resolve(import.meta.dirname, '../docs/openapi.json');
const text = `${JSON.stringify(openApiDocument('http://localhost:8000', siteName), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/openapi.json does not match the contract; run: npm run openapi');
  process.exitCode = 1;
}
