import * as articleToolMessages from '#locales/ru/article-tools.ts';
import { notify } from '#web/ui/notify.ts';
import { addPlayerButton } from './players.ts';

/** Adds the buttons that need scripts to the rendered text. May run twice for the same text. */
export function prepareArticle(article: HTMLElement): void {
  for (const card of article.querySelectorAll<HTMLElement>('figure[data-embed]')) addPlayerButton(card);
  for (const block of article.querySelectorAll<HTMLElement>('.code-block')) addCopyButton(block);
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
