import { readFileSync } from 'node:fs';
import type { CategoryMark } from '#contract/category-style.ts';
import { typesetText } from '#locales/typography.ts';
import { lightColor } from '#server/platform/design-tokens.ts';
import { type Card, cardHeight, cardWidth } from './card.ts';
import type { FontStyle } from './card-fonts.ts';
import { setText, type TextBlock } from './card-lines.ts';
import { outline } from './card-text.ts';

/** Pixels from the upper left corner. */
export type Area = { left: number; top: number; width: number; height: number };

const margin = 64;
const gap = 56;
const barHeight = 14;
const panelWidth = 480;
const circleSize = 280;
const footTop = 522;
const footBaseline = 578;
const footSize = 28;
const labelSize = 30;
const labelHeight = 64;
const titleSizes = { wide: [88, 80, 72, 66, 60, 54, 48, 42], narrow: [68, 62, 56, 50, 46, 42, 38, 34] };
const titleLineHeight = 1.16;
const textSizes = [30];
const textLineHeight = 1.4;
const maxTextLines = 4;
const textGap = 24;
const oneLine = 1.2;

const paper = lightColor('paper');
const ink = lightColor('ink');
const soft = lightColor('ink-soft');
const rule = lightColor('rule');

const markFile = new URL('../../../web/categories/category-marks.svg', import.meta.url);
/** The lines of each mark, in a square of 24 units. */
const markShapes = new Map(
  readFileSync(markFile, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, shapes] = /^ *<symbol id="(\w+)" viewBox="0 0 24 24">(.*)<\/symbol>$/.exec(line) ?? [];
      return name === undefined || shapes === undefined ? [] : [[name, shapes] as const];
    }),
);

const rect = ({ left, top, width, height }: Area, fill: string): string =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${fill}"/>`;

const markAt = (mark: CategoryMark, x: number, y: number, size: number, strokeWidth: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 24})" fill="none" stroke="currentColor" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${markShapes.get(mark) ?? ''}</g>`;

/** The outlines of a block whose first line begins at `top`. */
function drawBlock(
  { text, lines, size, lineHeight }: TextBlock,
  { left, top, width }: Area,
  fill: string,
): string {
  const height = size * lineHeight;
  const drawn = lines.map((line, index) => {
    const x = text.isRightToLeft ? left + width - line.width * size : left;
    return outline(text, { ...line, x, y: top + height * index + height / 2 + size * 0.34, size });
  });
  return `<g fill="${fill}">${drawn.join('')}</g>`;
}

const heightOf = ({ lines, size, lineHeight }: TextBlock): number => lines.length * size * lineHeight;

const setLine = (text: string, style: FontStyle, size: number, maxWidth: number): Promise<TextBlock> =>
  setText(text, { style, sizes: [size], lineHeight: oneLine, maxWidth, maxHeight: size * oneLine });

const widthOf = ({ lines, size }: TextBlock): number => (lines[0]?.width ?? 0) * size;

/** Where a picture or an emblem goes; the texts stay on the left. */
export function figureArea({ picture, emblem }: Card): Area | null {
  if (picture?.shape === 'panel')
    return { left: cardWidth - panelWidth, top: 0, width: panelWidth, height: cardHeight };
  if (!picture && !emblem) return null;
  return { left: cardWidth - margin - circleSize, top: 110, width: circleSize, height: circleSize };
}

/** The card as SVG, without its picture. Texts are outlines, so that no font of the system is used. */
export async function drawCard(card: Card): Promise<string> {
  const figure = figureArea(card);
  const isPanel = card.picture?.shape === 'panel';
  const accent = card.color ? lightColor(`category-${card.color}`) : lightColor('accent');
  const tint = card.color ? lightColor(`category-${card.color}-tint`) : paper;
  const textWidth = (figure ? figure.left - gap : cardWidth - margin) - margin;
  const footWidth = (isPanel && figure ? figure.left - gap : cardWidth - margin) - margin;
  const parts = [
    rect({ left: 0, top: 0, width: cardWidth, height: cardHeight }, isPanel ? paper : tint),
    rect({ left: 0, top: 0, width: isPanel && figure ? figure.left : cardWidth, height: barHeight }, accent),
    ...(await drawHead(card, textWidth, accent)),
    ...(await drawFoot(card, footWidth, isPanel ? rule : accent)),
  ];
  if (card.emblem && figure)
    parts.push(
      `<g color="${accent}">${markAt(card.emblem, figure.left, figure.top, figure.width, 1.25)}</g>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}">${parts.join('')}</svg>`;
}

/** Label, title and, where there is room, the text. */
async function drawHead(card: Card, width: number, accent: string): Promise<string[]> {
  const parts: string[] = [];
  let top = margin;
  if (card.label) {
    const indent = card.label.mark ? labelSize * 1.5 : 0;
    const label = await setLine(card.label.text, 'strong', labelSize, width - indent);
    if (card.label.mark)
      parts.push(`<g color="${accent}">${markAt(card.label.mark, margin, top, labelSize * 1.2, 2)}</g>`);
    parts.push(drawBlock(label, { left: margin + indent, top, width: widthOf(label), height: 0 }, accent));
    top += labelHeight;
  }
  const bottom = footTop - margin / 2;
  const setTitle = (text: string) =>
    setText(typesetText(text), {
      style: 'title',
      sizes: width < cardWidth / 2 ? titleSizes.narrow : titleSizes.wide,
      lineHeight: titleLineHeight,
      maxWidth: width,
      maxHeight: bottom - top,
    });
  const ownTitle = await setTitle(card.title);
  // No character of the title has a glyph.
  const title = ownTitle.lines.length > 0 ? ownTitle : await setTitle(card.site.name);
  parts.push(drawBlock(title, { left: margin, top, width, height: 0 }, ink));
  top += heightOf(title) + textGap;
  const lineHeight = (textSizes[0] ?? 0) * textLineHeight;
  const room = Math.min(maxTextLines, Math.floor((bottom - top) / lineHeight));
  // One line of a longer text says too little.
  if (card.text !== '' && room > 1) {
    const text = await setText(typesetText(card.text), {
      style: 'text',
      sizes: textSizes,
      lineHeight: textLineHeight,
      maxWidth: width,
      maxHeight: room * lineHeight,
    });
    parts.push(drawBlock(text, { left: margin, top, width, height: 0 }, soft));
  }
  return parts;
}

/** The byline on the left, the name of the site with its square on the right. */
async function drawFoot({ byline, site }: Card, width: number, ruleColor: string): Promise<string[]> {
  const square = footSize * 0.34;
  const name = await setLine(
    site.name,
    'title',
    footSize + 4,
    byline === '' ? width - square * 2 : width * 0.5,
  );
  const nameLeft = margin + width - widthOf(name) - square * 1.5;
  const line = await setLine(byline, 'strong', footSize, nameLeft - margin - gap / 2);
  const baseline = (block: TextBlock) => footBaseline - (block.size * oneLine) / 2 - block.size * 0.34;
  return [
    rect({ left: margin, top: footTop, width, height: 2 }, ruleColor),
    drawBlock(line, { left: margin, top: baseline(line), width: widthOf(line), height: 0 }, soft),
    drawBlock(name, { left: nameLeft, top: baseline(name), width: widthOf(name), height: 0 }, ink),
    rect(
      { left: margin + width - square, top: footBaseline - square, width: square, height: square },
      site.markColor ?? lightColor('accent'),
    ),
  ];
}
