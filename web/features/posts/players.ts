import { parseEmbed } from '#contract/embeds.ts';

/** Adds a button that replaces a video's card with the player. No request goes to the video service before. */
export function addPlayerButton(card: HTMLElement): void {
  const link = card.querySelector<HTMLAnchorElement>(':scope > a');
  const embed = link && parseEmbed(link.getAttribute('href') ?? '');
  if (!link || !embed) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = link.textContent;
  const title = card.querySelector('strong')?.textContent ?? embed.service;
  button.addEventListener('click', () => showPlayer(card, embed.player, title));
  link.replaceWith(button);
}

function showPlayer(card: HTMLElement, url: string, title: string): void {
  const frame = document.createElement('iframe');
  frame.src = url;
  frame.title = title;
  frame.allow = 'fullscreen; picture-in-picture; encrypted-media';
  // Players refuse to play without a referrer.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation');
  card.querySelector('button')?.replaceWith(frame);
  frame.focus();
}
