import { interpolate } from '#locales/interpolate.ts';
import * as articleToolMessages from '#locales/ru/article-tools.ts';
import './picture-viewer.css';
import { createZoom } from './picture-zoom.ts';

/** Opens a dialog with the pictures of an article in full size, at the one whose link was clicked. */
export function showPictures(article: HTMLElement, link: HTMLAnchorElement): void {
  const links = [...article.querySelectorAll<HTMLAnchorElement>('a.full-size')];
  const parts = createParts();
  const { dialog, stage, image } = parts;
  let index = links.indexOf(link);

  const turn = (step: 1 | -1) => {
    const next = index + step;
    if (next < 0 || next >= links.length) return;
    index = next;
    show();
  };
  const zoom = createZoom(stage, image, turn);
  const show = () => {
    const shown = links[index];
    if (!shown) return;
    zoom.reset();
    fill(parts, shown, index, links.length);
  };

  const keys = new Map([
    ['ArrowRight', () => turn(1)],
    ['ArrowLeft', () => turn(-1)],
    ['+', () => zoom.change(1)],
    ['=', () => zoom.change(1)],
    ['-', () => zoom.change(-1)],
    ['0', () => zoom.reset()],
  ]);
  dialog.addEventListener('keydown', (event) => {
    // A dialog around the article stays open.
    if (event.key === 'Escape') event.stopPropagation();
    const act = keys.get(event.key);
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  parts.close.addEventListener('click', () => dialog.close());
  parts.zoom.addEventListener('click', () => zoom.toggle());
  parts.previous.addEventListener('click', () => turn(-1));
  parts.next.addEventListener('click', () => turn(1));
  dialog.addEventListener('close', () => {
    dialog.remove();
    // The reader continues at the picture that was shown last.
    const last = links[index];
    last?.scrollIntoView({ block: 'nearest' });
    last?.focus({ preventScroll: true });
  });

  article.append(dialog);
  show();
  dialog.showModal();
}

type Parts = ReturnType<typeof createParts>;

function createParts() {
  const dialog = document.createElement('dialog');
  dialog.className = 'picture-viewer';
  dialog.setAttribute('aria-label', articleToolMessages.pictures);
  const image = document.createElement('img');
  image.draggable = false;
  const stage = document.createElement('div');
  stage.className = 'picture-stage';
  const failure = document.createElement('p');
  failure.hidden = true;
  failure.textContent = articleToolMessages.failed;
  stage.append(image, failure);
  image.addEventListener('error', () => setFailed(true));
  image.addEventListener('load', () => setFailed(false));
  const setFailed = (hasFailed: boolean) => {
    failure.hidden = !hasFailed;
    image.hidden = hasFailed;
  };
  const position = document.createElement('span');
  const caption = document.createElement('p');
  caption.setAttribute('role', 'status');
  const close = button('close', '×', articleToolMessages.close);
  const zoom = button('zoom', '+', articleToolMessages.zoom);
  const previous = button('previous', '‹', articleToolMessages.previous);
  const next = button('next', '›', articleToolMessages.next);
  dialog.append(close, zoom, position, stage, previous, next, caption);
  return { dialog, stage, image, position, caption, close, zoom, previous, next };
}

function button(name: string, sign: string, label: string): HTMLButtonElement {
  const created = document.createElement('button');
  created.type = 'button';
  created.className = `picture-${name}`;
  created.textContent = sign;
  created.setAttribute('aria-label', label);
  created.title = label;
  return created;
}

/** Shows a picture with its caption and its place among the others. The size is reserved before the file arrives. */
function fill(parts: Parts, link: HTMLAnchorElement, index: number, count: number): void {
  const small = link.querySelector('img');
  const { image, position, caption, previous, next } = parts;
  image.src = link.href;
  image.alt = small?.alt ?? '';
  if (small?.hasAttribute('width')) {
    image.width = Number(small.getAttribute('width'));
    image.height = Number(small.getAttribute('height'));
  }
  caption.textContent = link.closest('figure')?.querySelector('figcaption')?.textContent ?? '';
  position.textContent =
    count > 1 ? interpolate(articleToolMessages.position, { number: index + 1, count }) : '';
  previous.hidden = index === 0;
  next.hidden = index === count - 1;
}
