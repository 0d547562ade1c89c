import { hash } from 'node:crypto';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { errorPageTexts as texts } from '#locales/ru/error-page.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { designTokens } from '../design-tokens.ts';
import { html } from '../html.ts';

/** Wait shown if the response has no `Retry-After`. */
const defaultWaitSeconds = 10;

const style = `${designTokens}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:34rem;padding:2rem}
h1{margin:0 0 1rem;font:700 2rem/1.2 Georgia,serif}
a{color:var(--link);display:inline-block;padding:.6rem 0}
`;

/** The content policy of the page allows only its own style. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const textsFor = (status: number): [title: string, text: string] => {
  if (status === 429) return [texts.tooManyTitle, texts.tooManyText];
  if (status === 503) return [texts.unavailableTitle, texts.unavailableText];
  if (status === 404) return [texts.notFoundTitle, texts.notFoundText];
  return [texts.internalTitle, texts.internalText];
};

type ErrorPageOptions = {
  status: number;
  /** The header in seconds. */
  retryAfter: string | undefined;
  siteName: string;
};

/** A small page without scripts for 404, 429, 500 and 503. */
export function errorPage({ status, retryAfter, siteName }: ErrorPageOptions): string {
  const [title, text] = textsFor(status);
  const wait = countOf(Number(retryAfter ?? defaultWaitSeconds), nouns.second);
  const head = html`<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} — ${siteName}</title>`;
  const body = html`</head><body><main><h1>${title}</h1><p>${interpolate(text, { wait })}</p><a href="/">${texts.toHome}</a></main></body></html>`;
  return `${head.markup}<style>${style}</style>${body.markup}`;
}
