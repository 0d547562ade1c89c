import { createHash } from 'node:crypto';
import { type Html, html } from '#server/platform/html.ts';
import type { PlainAnswer, PlainPage } from '#server/platform/http/plain-page.ts';
import { formatKopecks } from '#server/platform/money.ts';
import { price } from '#text/format.ts';
import { t } from '#text/index.ts';
import type { SandboxDecision } from './sandbox.ts';
import type { SandboxSession } from './sandbox-store.ts';

/** Carries the name that existing clients' tests look for in the address of a checkout (contract 8). */
export const checkoutPath = '/checkout/sandbox/checkout.stripe.com';

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { max-width: 30rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1.25rem; margin: 1.5rem 0; }
dt { opacity: 0.8; }
dd { margin: 0; }
form { display: grid; gap: 0.75rem; }
button, a { font: inherit; min-height: 2.75rem; }
button { padding: 0.5rem 1rem; border: 1px solid currentcolor; border-radius: 0.5rem; background: none; color: inherit; cursor: pointer; }
button[value=pay] { border-color: #14532d; background: #14532d; color: #fff; }
:focus-visible { outline: 3px solid #2563eb; outline-offset: 3px; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

type Deps = {
  findByToken(token: string): Promise<SandboxSession | undefined>;
  decide(session: SandboxSession, decision: SandboxDecision): Promise<void>;
  now(): Date;
};

const decisions: Record<string, SandboxDecision> = { pay: 'paid', decline: 'declined' };

/** The sandbox's payment page: a form without a script that only the holder of its link can send. */
export function sandboxPages({ findByToken, decide, now }: Deps): PlainPage[] {
  const path = `${checkoutPath}/{token}`;
  return [
    {
      method: 'GET',
      path,
      answer: async ({ params }) => {
        const session = await findByToken(params.token ?? '');
        return session ? show(session, now()) : unknownLink();
      },
    },
    {
      method: 'POST',
      path,
      answer: async ({ params, form }) => {
        const session = await findByToken(params.token ?? '');
        if (!session) return unknownLink();
        const decision = decisions[String(form.action)];
        if (decision) await decide(session, decision);
        // What counts is what became of it: another tab may have been faster.
        const after = (await findByToken(params.token ?? '')) ?? session;
        return { kind: 'redirect', url: after.status === 'paid' ? after.successUrl : after.cancelUrl };
      },
    },
  ];
}

function show(session: SandboxSession, now: Date): PlainAnswer {
  if (session.status === 'paid') return over(t('checkout.paidTitle'), t('checkout.paid'), session.successUrl);
  if (session.status === 'declined')
    return over(t('checkout.declinedTitle'), t('checkout.declined'), session.cancelUrl);
  if (session.status === 'cancelled' || session.expiresAt <= now)
    return over(t('checkout.cancelledTitle'), t('checkout.cancelled'), session.cancelUrl);
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

const over = (title: string, text: string, backUrl: string): PlainAnswer =>
  page(200, title, html`<p>${text}</p><p><a href="${backUrl}">${t('checkout.back')}</a></p>`, []);

const unknownLink = (): PlainAnswer =>
  page(404, t('checkout.unknownTitle'), html`<p>${t('checkout.unknown')}</p>`, []);

/** `formTargets`: where the answer to the form may lead; browsers hold redirects against the policy, too. */
function page(status: number, title: string, content: Html, formTargets: string[]): PlainAnswer {
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
