import * as articleToolMessages from '#locales/ru/article-tools.ts';
import { notify } from '#web/ui/notify.ts';
import { addPlayerButton } from './players.ts';

/** Adds what needs scripts to a rendered article. May run twice for the same article. */
export function prepareArticle(article: HTMLElement): void {
  for (const card of article.querySelectorAll<HTMLElement>('figure[data-embed]')) addPlayerButton(card);
  for (const block of article.querySelectorAll<HTMLElement>('.code-block')) addCopyButton(block);
  article.addEventListener('click', openPicture);
}

/** Shows the picture of a link in full size; with a modifier key, or without the code, the link opens its file. */
function openPicture(event: MouseEvent): void {
  const { currentTarget: article, target } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a.full-size');
  if (!link || !(article instanceof HTMLElement)) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  import('./picture-viewer.ts').then(
    ({ showPictures }) => showPictures(article, link),
    () => window.location.assign(link.href),
  );
}

function addCopyButton(block: HTMLElement): void {
  const code = block.querySelector('code');
  if (!code || block.querySelector('button')) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = articleToolMessages.copy;
  button.addEventListener('click', () => void copy((code.textContent ?? '').replace(/\n$/, '')));
  block.prepend(button);
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('success', articleToolMessages.copied);
  } catch {
    notify('error', articleToolMessages.copyFailed);
  }
}
