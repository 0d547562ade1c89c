import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render.ts';

const html = (language: string, code: string) => renderMarkdown(`\`\`\`${language}\n${code}\n\`\`\``).html;
const elements = (text: string) => text.split('<span').length - 1;

describe('code of a text', () => {
  it('is coloured and keeps its text', () => {
    expect(html('js', 'const a = "<b>";')).toBe(
      '<div class="code-block" data-language="JavaScript"><pre tabindex="0"><code class="language-js"><span class="hljs-keyword">const</span> a = <span class="hljs-string">"&#x3C;b>"</span>;\n</code></pre></div>',
    );
  });

  it('stays plain without a known language', () => {
    for (const language of ['', 'brainfuck', '__proto__', 'markdown'])
      expect(elements(html(language, 'const a = 1;'))).toBe(0);
    expect(html('', 'x')).toMatch(/^<div class="code-block"><pre tabindex="0"><code>x/);
  });

  it('stays plain beyond the limits of length, of lines, of elements and of depth', () => {
    const line = 'let a = 1;\n';
    expect(elements(html('js', line.repeat(1_000)))).toBeGreaterThan(1_000);
    expect(elements(html('js', line.repeat(2_000)))).toBe(0);
    expect(elements(html('cpp', 'int a = 1;\n'.repeat(1_000)))).toBe(0);
    expect(elements(html('js', `${line}${'a'.repeat(201)}`))).toBe(0);
    expect(elements(html('json', `${'1,'.repeat(90)}\n`.repeat(60)))).toBe(0);
    expect(elements(html('js', `${'`${'.repeat(60)}\n`))).toBe(0);
  });

  it('counts all blocks of a text together', () => {
    // Long comments have one element for many characters, so the limit of the elements plays no part.
    const block = `\`\`\`js\n${`// ${'a'.repeat(100)}\n`.repeat(90)}\`\`\`\n\n`;
    const coloured = renderMarkdown(block.repeat(4)).html.split('code-block').slice(1);
    expect(coloured.map((part) => elements(part) > 0)).toEqual([true, true, false, false]);
  });
});
