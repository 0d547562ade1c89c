import { readdirSync } from 'node:fs';
import { convert } from 'html-to-text';
import { LinkifyIt } from 'linkify-it';
import { describe, expect, it } from 'vitest';
import { renderPasswordResetEmail, renderVerificationEmail } from '#server/features/accounts/account-mail.ts';
import { createDeletionMails } from '#server/features/accounts/deletion-mail.ts';
import { renderChangeMails } from '#server/features/accounts/email-change-mail.ts';
import { renderSecurityMail } from '#server/features/accounts/security-mail.ts';
import { securityEvent } from '#server/features/accounts/security-mail-service.ts';
import { sendDataCopyMail } from '#server/features/departures/data-copy-mail.ts';
import { createDecisionMail } from '#server/features/moderation/decision-mail.ts';
import { createBillingMail } from '#server/features/payments/billing-mail.ts';
import { renderFeedbackEmail } from '#server/features/site/feedback-mail.ts';
import type { Html } from '#server/platform/html.ts';

type Content = { subject: string; body: Html };

const publicUrl = 'https://news.example';
const siteName = 'News Site';
const link = `${publicUrl}/link`;
const newEmail = 'new@mail.example';
const at = new Date('2026-10-12T15:30:00Z');

/** The mails of every template, with the name of an account, and of a text or a device, that a stranger has chosen. */
const templates: Record<string, (name: string) => Content[] | Promise<Content[]>> = {
  'account-mail.ts': (username) =>
    [renderVerificationEmail, renderPasswordResetEmail].map((render) => render({ username, siteName, link })),
  'billing-mail.ts': (username) => [
    createBillingMail(
      { key: 'x', accountId: 1, kind: 'expired', data: { endsAt: at.toISOString() } },
      { username, siteName, publicUrl },
    ),
  ],
  'data-copy-mail.ts': (username) =>
    sent((mail) =>
      sendDataCopyMail(
        {
          find: async () => ({ accountId: 1, expiresAt: at }) as never,
          accounts: { find: async () => ({ username, email: newEmail }) as never },
          mail,
          siteName,
          publicUrl,
        },
        'x',
      ),
    ),
  'decision-mail.ts': (name) =>
    (['moderation_decision', 'objection_upheld'] as const).map((kind) =>
      createDecisionMail(
        {
          action: 'hide',
          target: { kind: 'post', id: 1, name },
          rule: null,
          reason: name,
          until: null,
          ended: null,
          objection:
            kind === 'moderation_decision'
              ? null
              : { text: name, createdAt: at, decided: { at, outcome: 'upheld', reason: name } },
          createdAt: at,
        } as never,
        {
          username: name,
          isActive: true,
          identity: { name: siteName, email: undefined } as never,
          publicUrl,
          kind,
          now: at,
        },
      ),
    ),
  'deletion-mail.ts': (username) =>
    sent(async (mail) => {
      for (const event of ['requested', 'cancelled', 'deleted'] as const)
        await createDeletionMails({ mail, siteName, publicUrl }).send({
          id: 'x',
          event,
          to: newEmail,
          username,
        });
    }),
  'email-change-mail.ts': (username) =>
    Object.values(
      renderChangeMails({ username, siteName, newEmail, oldLink: link, newLink: link, securityLink: link }),
    ),
  'feedback-mail.ts': (name) => [
    renderFeedbackEmail({
      siteName,
      name,
      email: newEmail,
      kind: 'other' as never,
      message: '',
      username: name,
    }),
  ],
  'security-mail.ts': (name) =>
    securityEvent.options.map((event) =>
      renderSecurityMail(event, { username: name, siteName, link, device: `${name}, Linux`, at }),
    ),
};

async function sent(
  send: (mail: { send(message: Content): Promise<void> }) => Promise<void>,
): Promise<Content[]> {
  const mails: Content[] = [];
  await send({ send: async (message) => void mails.push(message) });
  return mails;
}

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).tlds(
  ['рф', 'example'],
  true,
);
const linksOf = ({ subject, body }: Content): string[] =>
  [subject, convert(body.markup, { selectors: [{ selector: 'a', options: { ignoreHref: true } }] })].flatMap(
    (text) => (finder.match(text.normalize('NFKC')) ?? []).map(({ url }) => url),
  );

describe('a name that a stranger has chosen', () => {
  it('is tested in every template of mails', () => {
    const files = readdirSync('server/features', { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((file) => file.endsWith('-mail.ts'))
      .map((file) => file.replace(/^.*[\\/]/, ''));
    expect(found.toSorted()).toEqual(Object.keys(templates));
  });

  it.each([
    'Выигрыш на casino.ru',
    'пример.рф',
    'casino․ru',
    'casino．рф',
    't.me/x',
    'www.casino.ru',
    'https://casino.ru',
    'mailto:anna@casino.ru',
    'anna@casino.ru',
    '127.0.0.1',
  ])('is no link in any mail: %s', async (name) => {
    for (const [template, render] of Object.entries(templates))
      for (const mail of await render(name)) {
        const others = linksOf(mail).filter(
          (url) => !url.startsWith(publicUrl) && url !== `mailto:${newEmail}`,
        );
        expect([template, others]).toEqual([template, []]);
      }
  });

  it('stands in mails with its dates and numbers', async () => {
    const [mail] = (await templates['decision-mail.ts']?.('Итоги 12.10.2026')) ?? [];
    expect(mail?.body.markup).toContain('Итоги 12.10.2026');
  });
});
