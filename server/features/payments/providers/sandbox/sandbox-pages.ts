import { createHash } from 'node:crypto';
import { price } from '#locales/format.ts';
import { t } from '#locales/index.ts';
import { designTokens } from '#server/platform/design-tokens.ts';
import { type Html, html } from '#server/platform/html.ts';
import type { PlainPage, PlainResponse } from '#server/platform/http/plain-page.ts';
import { formatKopecks } from '#server/platform/money.ts';
import type { SandboxDecision } from './sandbox.ts';
import type { SandboxSession } from './sandbox-store.ts';

/** The tests of existing clients require the host name of Stripe in a checkout URL. */
export const checkoutPath = '/checkout/sandbox/checkout.stripe.com';

const style = `${designTokens}
:root { font: 1.0625rem/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink); }
body { margin: 0; padding: clamp(1rem, 8vh, 5rem) 1rem; }
main { max-width: 27rem; margin: 0 auto; padding: 1.5rem clamp(1.25rem, 5vw, 2rem) 2rem; border: 1px solid var(--rule); border-top: 3px solid currentcolor; background: var(--raised); }
h1 { margin: 0; font: 600 1.625rem/1.25 Georgia, serif; }
p { margin: 0.75rem 0 0; color: var(--ink-soft); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1.25rem; margin: 1.5rem 0; padding: 1rem 0; border: solid var(--rule); border-width: 1px 0; }
dt { color: var(--ink-muted); }
dd { margin: 0; font-weight: 500; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; }
button { font: inherit; min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid var(--rule-strong); border-radius: 0.25rem; background: none; color: inherit; cursor: pointer; }
button:hover { border-color: currentcolor; }
button[value=pay] { border-color: var(--success); background: var(--success); color: var(--paper); font-weight: 500; }
button[value=pay]:hover { border-color: currentcolor; }
a { color: var(--link); }
p a { display: inline-block; padding: 0.625rem 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

type Deps = {
  findByToken(token: string): Promise<SandboxSession | undefined>;
  decide(session: SandboxSession, decision: SandboxDecision): Promise<void>;
  now(): Date;
};

const decisions: Record<string, SandboxDecision> = { pay: 'paid', decline: 'declined' };

/** The payment page of the sandbox: a form without scripts, protected by the signature in its URL. */
export function sandboxPages({ findByToken, decide, now }: Deps): PlainPage[] {
  const path = `${checkoutPath}/{token}`;
  return [
    {
      method: 'GET',
      path,
      handle: async ({ params }) => {
        const session = await findByToken(params.token ?? '');
        return session ? renderSession(session, now()) : renderUnknownLink();
      },
    },
    {
      method: 'POST',
      path,
      handle: async ({ params, form }) => {
        const session = await findByToken(params.token ?? '');
        if (!session) return renderUnknownLink();
        const decision = decisions[String(form.action)];
        if (decision) await decide(session, decision);
        // Read the result: another tab may have been faster.
        const after = (await findByToken(params.token ?? '')) ?? session;
        return { kind: 'redirect', url: after.status === 'paid' ? after.successUrl : after.cancelUrl };
      },
    },
  ];
}

function renderSession(session: SandboxSession, now: Date): PlainResponse {
  if (session.status === 'paid')
    return renderClosedSession(t('checkout.paidTitle'), t('checkout.paid'), session.successUrl);
  if (session.status === 'declined')
    return renderClosedSession(t('checkout.declinedTitle'), t('checkout.declined'), session.cancelUrl);
  if (session.status === 'cancelled' || session.expiresAt <= now)
    return renderClosedSession(t('checkout.cancelledTitle'), t('checkout.cancelled'), session.cancelUrl);
  return page(200, t('checkout.title'), form(session), [session.successUrl, session.cancelUrl]);
}

function form({ description, amountKopecks, currency }: SandboxSession): Html {
  const sum = price(formatKopecks(amountKopecks), currency);
  return html`<p>${t('checkout.note')}</p>
<dl><dt>${t('checkout.what')}</dt><dd>${description}</dd><dt>${t('checkout.sum')}</dt><dd>${sum}</dd></dl>
<form method="post">
<button name="action" value="pay">${t('checkout.pay', { sum })}</button>
<button name="action" value="decline">${t('checkout.decline')}</button>
<button name="action" value="close">${t('checkout.close')}</button>
</form>`;
}

const renderClosedSession = (title: string, text: string, backUrl: string): PlainResponse =>
  page(200, title, html`<p>${text}</p><p><a href="${backUrl}">${t('checkout.back')}</a></p>`, []);

const renderUnknownLink = (): PlainResponse =>
  page(404, t('checkout.unknownTitle'), html`<p>${t('checkout.unknown')}</p>`, []);

/** `formTargets`: allowed redirect targets of the form, because browsers apply `form-action` to redirects too. */
function page(status: number, title: string, content: Html, formTargets: string[]): PlainResponse {
  const origins = new Set(formTargets.map((url) => new URL(url).origin));
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ["form-action 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const styleElement: Html = { markup: `<style>${style}</style>` };
  const markup = html`<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>${styleElement}</head>
<body><main><h1>${title}</h1>${content}</main></body></html>`;
  return { kind: 'page', status, page: markup, policy };
}
