import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localPath, loginPath, registerPath, returnPath } from './local-path.ts';

const origin = 'https://news.example';

describe('localPath', () => {
  it.each([
    '/',
    '/posts/create',
    '/posts?search=%D0%BA%D0%BE%D1%82&page=2',
    '/posts?search=100%25',
    '/posts?search=https://example.com/',
    '/posts/privet#comments',
    '/posts/create?x=1#z',
  ])('keeps %s', (path) => {
    expect(localPath(path)).toBe(path);
  });

  it.each([
    undefined,
    null,
    '',
    'posts',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/%5Cevil.example',
    '/%2F/evil.example',
    '/%252F%252Fevil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/./%2f',
    '/x/../%2fevil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/posts\r\nSet-Cookie: a=b',
    '/posts%0d%0aSet-Cookie:%20a=b',
    '/posts?x=%0aSet-Cookie',
    '/login',
    '/login/',
    '/LOGIN',
    '/%6cogin',
    '/login?redirect=/login',
    '/posts/../login',
    '/register?redirect=%2F',
    '/broken%',
    '/\ud800',
  ])('returns / for %j', (path) => {
    expect(localPath(path)).toBe('/');
  });

  it('never leaves the site for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '/./',
      '//',
      '\\',
      '.',
      '..',
      '%2f',
      '%5C',
      '%09',
      '%0d%0a',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      '?',
      '#',
      '%',
      '%25',
      'https:',
      'javascript:',
      'evil.example',
      'login',
      'posts',
      'ё',
    );
    const arbitraryPath = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 8 }).map((it) => it.join('')),
    );
    fc.assert(
      fc.property(arbitraryPath, fc.boolean(), (text, hasSlash) => {
        const path = localPath(hasSlash ? `/${text}` : text);
        const url = new URL(path, origin);
        expect(path.startsWith('/')).toBe(true);
        expect(url.origin).toBe(origin);
        expect(url.pathname.toLowerCase()).not.toMatch(/^\/(login|register)\/*$/);
        // The result is final: normalizing it again changes nothing.
        expect(localPath(path)).toBe(path);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('loginPath', () => {
  it('carries the whole path as the redirect parameter', () => {
    const path = loginPath('/posts/create?x=1&y=ё#z');
    expect(path.startsWith('/login?redirect=%2Fposts%2Fcreate')).toBe(true);
    expect(localPath(new URL(path, origin).searchParams.get('redirect'))).toBe(
      '/posts/create?x=1&y=%D1%91#z',
    );
  });

  it('omits the redirect parameter for the home page', () => {
    expect([loginPath('/'), registerPath('//evil.example')]).toEqual(['/login', '/register']);
  });
});

describe('returnPath', () => {
  it.each([
    ['/posts', '?page=2', '/posts?page=2'],
    ['/posts/reys', '#comment-5', '/posts/reys#comment-5'],
    ['/login', '?redirect=%2Fposts%2Fcreate', '/posts/create'],
    ['/register', '?redirect=%2Fposts%2Fcreate', '/posts/create'],
    ['/password-reset', '?redirect=%2Fprofile', '/profile'],
    ['/login', '?redirect=https%3A%2F%2Fevil.example', '/'],
    ['/register', '', '/'],
  ])('maps %s%s to %s, also through the login and registration pages', (pathname, rest, path) => {
    for (const to of [pathname + rest, loginPath(path), registerPath(path)])
      expect(returnPath(new URL(to, origin))).toBe(path);
  });
});
