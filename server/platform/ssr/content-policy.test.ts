import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { applyScriptPolicy } from './content-policy.ts';

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

it('allows the inline scripts of the render and no others', () => {
  const page =
    '<script nonce="m1">ours()</script><script src="/a.js" nonce="m1"></script><script>theirs()</script>';
  const { html, policy } = applyScriptPolicy(page, 'm1', 'https://n.example');
  expect(policy).toContain(`script-src 'self' ${hashOf('ours()')};`);
  expect(policy).not.toContain(hashOf('theirs()'));
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain(
    'frame-src https://www.youtube-nocookie.com https://rutube.ru https://vkvideo.ru https://t.me;',
  );
  expect(html).toBe('<script>ours()</script><script src="/a.js"></script><script>theirs()</script>');
});

it('allows them whatever a text contains before them', () => {
  const page =
    '<a title="<script>">x</a><a title="<script">y</a><script type="module" nonce="m1">ours()</script>';
  expect(applyScriptPolicy(page, 'm1', 'https://n.example').policy).toContain(
    `script-src 'self' ${hashOf('ours()')};`,
  );
});
