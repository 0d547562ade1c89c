import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as texts from '#locales/ru/offline.ts';
import type { ArticleCopy, Shell } from './copy-store.ts';
import { filePrefix, forgetPath, listPath } from './offline-settings.ts';

/** As the boot script of the pages. It is the only script that the policy allows. */
const themeScript =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}";

/** On the tokens and the base styles of the site. */
const style = `
.offline-head,.offline-band>div,.offline-main{box-sizing:border-box;width:100%;max-width:43rem;margin:0 auto;padding:0 1rem}
.offline-head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 1.5rem;padding-block:.5rem}
.offline-head a,.offline-main a.offline-action,.offline-band a{display:inline-flex;align-items:center;min-height:2.75rem}
.offline-head a:hover,.offline-main a:hover,.offline-band a{text-decoration:underline}
.offline-name{font:700 1.5rem/1.2 var(--serif-name);letter-spacing:-.025em}
.offline-band{border-block:1px solid var(--rule);background:var(--warning-tint);font-size:.875rem;line-height:1.5}
.offline-band>div{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1.5rem;padding-block:.5rem}
.offline-band p{flex:1 1 20rem}
.offline-band a{font-weight:600}
.offline-article{padding-bottom:4rem}
.offline-main{flex:1;padding-block:2rem 4rem}
.offline-main h1{font-size:2.25rem;line-height:1.2}
.offline-main h2{margin-top:2.5rem;font-size:1.5rem}
.offline-main p{margin-top:.75rem;color:var(--ink-soft)}
.offline-list{margin-top:1rem;border-top:1px solid var(--rule)}
.offline-list li{padding:.75rem 0;border-bottom:1px solid var(--rule)}
.offline-list a{display:block;padding-block:.25rem;font:600 1.125rem/1.4 var(--serif);overflow-wrap:anywhere}
.offline-list time{font-size:.875rem;color:var(--ink-muted)}
.offline-button{display:inline-flex;align-items:center;min-height:2.75rem;margin-top:1.5rem;padding:0 1.25rem;border:1px solid var(--rule-strong);border-radius:4px;background:var(--paper);color:var(--ink);font-weight:500}
.offline-button:hover{background:var(--sunk)}
.offline-main a.offline-button{text-decoration:none}
@media (width>=40rem){.offline-head,.offline-band>div,.offline-main{padding-inline:2rem}}`;

/** A saved article with a band that says how old it is. */
export function articlePage(copy: ArticleCopy): Promise<Response> {
  const time = `<time datetime="${copy.savedAt}">${dateAndTime(copy.savedAt)}</time>`;
  const band = `<aside class="offline-band"><div><p><strong>${texts.stale}</strong> ${interpolate(texts.staleText, { time })}</p><a href="${escapeHtml(copy.path)}">${texts.refresh}</a></div></aside>`;
  const main = `<main id="content" class="offline-article post-page">${copy.html}</main>`;
  return page(copy, { title: copy.title, body: band + main, status: 200 });
}

/** The saved articles: for `/offline`, and for a page that did not load. */
export function listPage(
  shell: Shell,
  copies: ArticleCopy[],
  { isOffline }: { isOffline: boolean },
): Promise<Response> {
  const title = isOffline ? texts.offlineTitle : texts.title;
  const head = isOffline
    ? `<h1>${title}</h1><p>${texts.offlineText}</p><a class="offline-button" href="">${texts.retry}</a><h2>${texts.title}</h2>`
    : `<h1>${title}</h1>`;
  const list =
    copies.length === 0
      ? `<p>${texts.none}</p>${isOffline ? '' : `<a class="offline-button" href="/posts">${texts.allPosts}</a>`}`
      : `<p>${texts.lead}</p><ul class="offline-list">${copies.map(listItem).join('')}</ul><form method="post" action="${forgetPath}"><button class="offline-button">${texts.forget}</button></form>`;
  const body = `<main id="content" class="offline-main">${head}${list}</main>`;
  return page(shell, { title, body, status: isOffline ? 503 : 200 });
}

function listItem({ path, title, savedAt }: ArticleCopy): string {
  const time = `<time datetime="${savedAt}">${interpolate(texts.savedAt, { time: dateAndTime(savedAt) })}</time>`;
  return `<li><a href="${escapeHtml(path)}">${title}</a>${time}</li>`;
}

async function page(
  { siteName, styles, fonts }: Shell,
  { title, body, status }: { title: string; body: string; status: number },
): Promise<Response> {
  const links = [
    ...styles.map((path) => `<link rel="stylesheet" href="${filePrefix}${path}">`),
    ...fonts.map(
      (path) =>
        `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="${filePrefix}${path}">`,
    ),
  ];
  const html = `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} | ${siteName}</title><script>${themeScript}</script>${links.join('')}<style>${style}</style></head><body><header class="offline-head"><a class="offline-name" href="/">${siteName}</a><nav><a href="${listPath}">${texts.title}</a></nav></header>${body}</body></html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': await policy(),
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  });
}

async function policy(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(themeScript));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
