import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { categoryColors, categoryMarks } from '#contract/category-style.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const base = readFileSync(new URL('./base.css', import.meta.url), 'utf8');

/** The colour of a custom property in the light and in the dark theme. */
function pairOf(name: string): [light: string, dark: string] {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  if (!light || !dark) throw new Error(`--${name} is not a pair of colours`);
  return [light, dark];
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colorIn = (name: string) => pairOf(name)[theme === 'light' ? 0 : 1];

  it.each(categoryColors)('text in %s is readable on paper and on its tint, with room to spare', (color) => {
    const text = colorIn(`category-${color}`);
    for (const ground of ['paper', 'sunk', 'raised', `category-${color}-tint`])
      expect(contrast(text, colorIn(ground)), ground).toBeGreaterThan(5.2);
  });

  it.each(categoryColors)('other text is readable on the tint of %s', (color) => {
    const tint = colorIn(`category-${color}-tint`);
    for (const text of ['ink', 'ink-soft', 'ink-muted'])
      expect(contrast(colorIn(text), tint), text).toBeGreaterThan(4.7);
  });
});

it('every colour can be set with the attribute of an element', () => {
  for (const color of categoryColors) expect(base).toContain(`[data-category="${color}"]`);
});

it('every mark is a symbol of the sprite, and the sprite has no other', () => {
  const sprite = readFileSync(new URL('../categories/category-marks.svg', import.meta.url), 'utf8');
  const symbols = [...sprite.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
  expect(symbols).toEqual([...categoryMarks]);
});
