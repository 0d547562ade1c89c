type WordItem = { element: HTMLElement; level: number; isOrdered: boolean; listId: string; start: string };

const numbered = /^\s*(\d+|[a-zа-яё]|[ivxlc]+)[.)]/i;

/** Microsoft Word exports lists as paragraphs with a style and a text bullet. Converts them to lists. */
export function convertWordLists(body: Element): void {
  const items = [...body.querySelectorAll<HTMLElement>('p')].map(readItem).filter((item) => item !== null);
  let run: WordItem[] = [];
  for (const item of items) {
    if (run.length > 0 && nextElement(run.at(-1)?.element) !== item.element) {
      replaceRun(run);
      run = [];
    }
    run.push(item);
  }
  replaceRun(run);
}

function readItem(element: HTMLElement): WordItem | null {
  const style = element.getAttribute('style') ?? '';
  const level = /mso-list:[^;:]*\blevel(\d+)/i.exec(style)?.[1];
  if (!level) return null;
  const bullet = [...element.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const number = numbered.exec(bullet?.textContent ?? '')?.[1];
  bullet?.remove();
  const isOrdered = number !== undefined;
  // Bulleted lists that follow each other are one.
  const listId = isOrdered ? (/\blfo\d+/i.exec(style)?.[0] ?? 'ordered') : 'bulleted';
  return { element, level: Number(level), isOrdered, listId, start: number ?? '' };
}

function nextElement(element: Element | undefined): Element | null {
  return element?.nextElementSibling ?? null;
}

function replaceRun(run: readonly WordItem[]): void {
  const first = run[0];
  if (!first) return;
  const { ownerDocument } = first.element;
  const makeList = ({ isOrdered, start, level, listId }: WordItem) => {
    const list = ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
    if (/^\d+$/.test(start) && start !== '1') list.setAttribute('start', start);
    return { list, level, listId };
  };
  const root = makeList(first);
  first.element.before(root.list);
  const open = [root];
  for (const item of run) {
    while (open.length > 1 && item.level < (open.at(-1)?.level ?? 0)) open.pop();
    const current = open.at(-1) as (typeof open)[number];
    if (item.level > current.level && current.list.lastElementChild) {
      const nested = makeList(item);
      current.list.lastElementChild.append(nested.list);
      open.push(nested);
    } else if (item.listId !== current.listId) {
      const next = makeList(item);
      current.list.after(next.list);
      open[open.length - 1] = next;
    }
    const entry = ownerDocument.createElement('li');
    const paragraph = ownerDocument.createElement('p');
    paragraph.append(...item.element.childNodes);
    entry.append(paragraph);
    open.at(-1)?.list.append(entry);
    item.element.remove();
  }
}
