import { isBlankText, rename } from './dom.ts';

const checkboxes = 'input[type="checkbox"],[role="checkbox"],.checkbox';

/** Reads the state of tasks from the checkboxes of other programs. */
export function convertTasks(body: Element): void {
  for (const item of body.querySelectorAll<HTMLElement>('li')) {
    const box = item.matches(checkboxes) ? item : item.querySelector(checkboxes);
    if (!box || box.closest('li') !== item) continue;
    const isChecked =
      box.hasAttribute('checked') ||
      box.getAttribute('aria-checked') === 'true' ||
      box.classList.contains('checkbox-on');
    if (box !== item) box.remove();
    for (const picture of item.querySelectorAll(':scope > img')) picture.remove();
    // Programs strike through what is done.
    if (isChecked)
      for (const part of item.querySelectorAll('[style*="line-through"]'))
        part.setAttribute('style', (part.getAttribute('style') ?? '').replaceAll('line-through', 'none'));
    item.dataset.type = 'taskItem';
    item.dataset.checked = String(isChecked);
  }
}

/** A list has either tasks or other items: one with both is split. Adjacent lists of one kind become one. */
export function arrangeLists(body: Element): void {
  for (const list of body.querySelectorAll<HTMLElement>('ul,ol'))
    if (list.querySelector(':scope > [data-type="taskItem"]')) splitByKind(list);
  for (const list of body.querySelectorAll<HTMLElement>('ul,ol')) joinToPrevious(list);
}

function splitByKind(list: HTMLElement): void {
  let current: HTMLElement | null = null;
  for (const child of [...list.children]) {
    const isItem = child.tagName === 'LI';
    const kind = isItem && (child as HTMLElement).dataset.type === 'taskItem' ? 'taskList' : '';
    if (!current || (isItem && kind !== (current.dataset.type ?? ''))) {
      current = list.ownerDocument.createElement(kind ? 'ul' : list.tagName);
      if (kind) current.dataset.type = kind;
      list.before(current);
    }
    current.append(child);
  }
  list.remove();
}

function joinToPrevious(list: HTMLElement): void {
  let before = list.previousSibling;
  while (before && isBlankText(before)) before = before.previousSibling;
  if (before?.nodeName !== list.tagName) return;
  const previous = before as HTMLElement;
  if (previous.dataset.type !== list.dataset.type) return;
  const next = Number(previous.getAttribute('start') ?? 1) + previous.querySelectorAll(':scope > li').length;
  if (list.tagName === 'OL' && Number(list.getAttribute('start') ?? 1) !== next) return;
  // The next list is compared with what remains.
  list.prepend(...previous.childNodes);
  const start = previous.getAttribute('start');
  if (start) list.setAttribute('start', start);
  else list.removeAttribute('start');
  previous.remove();
}

/** Terms and their descriptions are paragraphs. */
export function convertDescriptions(body: Element): void {
  for (const part of body.querySelectorAll<HTMLElement>('dt,dd')) rename(part, 'div');
  for (const list of body.querySelectorAll<HTMLElement>('dl')) rename(list, 'div');
}
