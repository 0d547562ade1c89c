import { describe, expect, it } from 'vitest';
import { parseReturnUrl, withSessionId } from './return-url.ts';

const rules = { publicUrl: 'https://news.example', allowedOrigins: ['https://app.example:8443'] };
const parse = (value: string) => parseReturnUrl(value, rules);

describe('parseReturnUrl', () => {
  it.each([
    ['https://news.example/a?b=c#d', 'https://news.example/a?b=c#d'],
    ['https://app.example:8443', 'https://app.example:8443/'],
    ['HTTPS://NEWS.EXAMPLE/x', 'https://news.example/x'],
    ['https://me:secret@news.example/x', 'https://news.example/x'],
    ['https://news.example/\r\nset-cookie: a=b', 'https://news.example/set-cookie:%20a=b'],
  ])('accepts %j', (value, url) => expect(parse(value)).toEqual({ ok: true, url }));

  it.each([
    'https://news.example.evil.example/',
    'https://evil.example/https://news.example',
    'https://news.example@evil.example/',
    'https://evil.example\\@news.example/',
    'http://news.example/',
    'https://news.example:444/',
    'https://app.example/',
    'http://localhost/',
  ])('rejects the foreign URL %j', (value) =>
    expect(parse(value)).toEqual({ ok: false, problem: 'payments.returnUrlForeign' }),
  );

  it.each(['', '/subscription', '//news.example', 'javascript:alert(1)', 'data:text/html,x', 'news.example'])(
    'rejects the invalid URL %j',
    (value) => expect(parse(value)).toEqual({ ok: false, problem: 'payments.returnUrlInvalid' }),
  );

  it('accepts any port of localhost if the site runs on localhost', () => {
    const local = { publicUrl: 'http://localhost:8000', allowedOrigins: [] };
    expect(parseReturnUrl('http://127.0.0.1:5173/', local).ok).toBe(true);
    expect(parseReturnUrl('https://localhost:5173/', local).ok).toBe(false);
  });
});

it('replaces every placeholder of the session id, encoded or not', () => {
  const url = 'https://n.example/%7BCHECKOUT_SESSION_ID%7D?a={CHECKOUT_SESSION_ID}';
  expect(withSessionId(url, 'cs_$&1')).toBe('https://n.example/cs_%24%261?a=cs_%24%261');
});
