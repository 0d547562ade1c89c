import { describe, expect, it } from 'vitest';
import { isValidSignature, sign } from './webhook-signature.ts';

const now = new Date('2026-11-20T10:00:00Z');
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const text = '{"id":"1"}';
const header = sign('secret', text, now);

describe('isValidSignature', () => {
  it('accepts a signature for five minutes', () => {
    expect(isValidSignature('secret', header, text, now)).toBe(true);
    expect(isValidSignature('secret', header, text, secondsLater(300))).toBe(true);
    expect(isValidSignature('secret', header, text, secondsLater(301))).toBe(false);
    expect(isValidSignature('secret', header, text, secondsLater(-301))).toBe(false);
  });

  it('accepts any of several signatures during a rotation of secrets', () => {
    expect(isValidSignature('secret', header.replace(',', `,v1=${'0'.repeat(64)},`), text, now)).toBe(true);
  });

  it.each([
    ['another secret', 'other', header, text],
    ['an empty secret', '', sign('', text, now), text],
    ['another body', 'secret', header, '{"id":"2"}'],
    ['no header', 'secret', undefined, text],
    ['two headers', 'secret', [header, header], text],
    ['an empty header', 'secret', '', text],
    ['no signature', 'secret', header.split(',')[0], text],
    ['another scheme', 'secret', header.replace('v1', 'v0'), text],
    ['another time', 'secret', header.replace(/t=\d+/, `t=${now.getTime() / 1000 + 1}`), text],
    ['an invalid time', 'secret', header.replace(/t=\d+/, 't=1e9'), text],
    ['a shortened signature', 'secret', header.slice(0, -1), text],
  ])('rejects %s', (_, secret, given, body) =>
    expect(isValidSignature(secret, given, body, now)).toBe(false),
  );
});
