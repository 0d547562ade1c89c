type WordItem = { element: HTMLElement; level: number; isOrdered: boolean };

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
  const isOrdered = numbered.test(bullet?.textContent ?? '');
  bullet?.remove();
  return { element, level: Number(level), isOrdered };
}

function nextElement(element: Element | undefined): Element | null {
  return element?.nextElementSibling ?? null;
}

function replaceRun(run: readonly WordItem[]): void {
  const first = run[0];
  if (!first) return;
  const { ownerDocument } = first.element;
  const makeList = (item: WordItem): HTMLElement => ownerDocument.createElement(item.isOrdered ? 'ol' : 'ul');
  const root = makeList(first);
  first.element.before(root);
  const open: { list: HTMLElement; level: number }[] = [{ list: root, level: first.level }];
  for (const item of run) {
    while (open.length > 1 && item.level < (open.at(-1)?.level ?? 0)) open.pop();
    const current = open.at(-1) as (typeof open)[number];
    if (item.level > current.level && current.list.lastElementChild) {
      const list = makeList(item);
      current.list.lastElementChild.append(list);
      open.push({ list, level: item.level });
    }
    const entry = ownerDocument.createElement('li');
    const paragraph = ownerDocument.createElement('p');
    paragraph.append(...item.element.childNodes);
    entry.append(paragraph);
    open.at(-1)?.list.append(entry);
    item.element.remove();
  }
}
