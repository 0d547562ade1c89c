import { flattenBlocks } from './dom.ts';

const notes = 'li,aside,[style*="mso-element:footnote"],[style*="mso-element:endnote"]';

/**
 * Makes footnotes of links that lead to each other, as Word, LibreOffice, Wikipedia and Markdown write them: from a mark in the
 * text to the note, and back.
 */
export function convertFootnotes(body: HTMLElement): void {
  const places = new Map<string, Element>();
  for (const place of body.querySelectorAll('[id],a[name]'))
    for (const name of [place.id, place.getAttribute('name')]) if (name) places.set(name, place);
  const targetOf = (link: Element): Element | undefined =>
    places.get(decode((link.getAttribute('href') ?? '').split('#')[1] ?? ''));
  const marksOf = new Map<Element, Element[]>();
  for (const link of body.querySelectorAll('a[href*="#"]')) {
    const target = targetOf(link);
    const note = target?.closest(notes) ?? target?.closest('p,div,dd');
    if (!note || note.contains(link) || [...marksOf.keys()].some((other) => other.contains(link))) continue;
    const leadsBack = [...note.querySelectorAll('a[href*="#"]')].some(
      (back) => targetOf(back)?.contains(link) || link.contains(targetOf(back) ?? null),
    );
    if (leadsBack) marksOf.set(note, [...(marksOf.get(note) ?? []), link]);
  }
  for (const [index, [note, marks]] of [...marksOf].entries()) {
    const label = String(index + 1);
    for (const back of note.querySelectorAll('a[href*="#"]'))
      if (marks.some((mark) => targetOf(back)?.contains(mark) || mark.contains(targetOf(back) ?? null)))
        back.remove();
    for (const mark of marks) replaceMark(mark, label);
    moveNote(note, label, body);
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function replaceMark(link: Element, label: string): void {
  const above = link.closest('sup');
  const whole = above?.textContent?.trim() === link.textContent?.trim() ? above : link;
  const mark = link.ownerDocument.createElement('sup');
  mark.dataset.footnoteRef = label;
  whole?.replaceWith(mark);
}

/** Moves a note to the end; lists and lines above it that hold no more text are removed. */
function moveNote(note: Element, label: string, body: HTMLElement): void {
  const text = body.ownerDocument.createElement('div');
  text.dataset.footnote = label;
  text.append(...note.childNodes);
  flattenBlocks(text);
  const first = text.firstChild;
  // Wikis write an arrow before the links back.
  if (first?.nodeType === 3) first.textContent = (first.textContent ?? '').replace(/^[\s↑^]+/, '');
  let empty: Element = note;
  while (empty.parentElement && empty.parentElement !== body && !hasContent(empty.parentElement))
    empty = empty.parentElement;
  empty.remove();
  body.append(text);
}

const hasContent = (element: Element): boolean =>
  (element.textContent ?? '').trim() !== '' || element.querySelector('img') !== null;
