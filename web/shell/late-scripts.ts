import { viewStorageKey } from '#web/features/posts/use-view.ts';

/**
 * A page is read without its scripts: they are fetched when the reader moves for the first time, so that text and
 * pictures have the line and the processor for themselves. What needs them has them at once: a form, a page that says so
 * where none runs, a reader with a session, one for whom the list of posts has to be laid out anew.
 */
const heldModule = 'held-module';
const heldPreload = 'held-preload';
/** Who looks at a page for so long reads it, and counts as a view. */
const longestWaitMs = 10_000;
const moves = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];
const needsScripts = 'form[method=post], .without-script:not(button)';

/** Marks the scripts of a rendered page so that the browser leaves them to `startScripts`. */
export const holdScripts = (html: string): string =>
  html
    .replaceAll('<link rel="modulepreload"', `<link rel="${heldPreload}" fetchpriority="low"`)
    .replace(/(<script\b[^<>]*) type="module"/, `$1 type="${heldModule}"`);

/**
 * Inline, run in <head>; written for the browser as it is, nothing compiles it. A button that is pressed before it can
 * answer is remembered in `window.pressedEarly` for `pressAgain`.
 */
export const startScripts = `(function (page) {
  var hasStarted = false;
  var moves = ${JSON.stringify(moves)};
  function move(event) {
    // A pointer that lies still is told to have moved when the page under it has.
    if (event.type !== 'pointermove' || event.movementX || event.movementY) start();
  }
  function start() {
    if (hasStarted) return;
    hasStarted = true;
    moves.forEach(function (name) { removeEventListener(name, move, true); });
    var held = document.querySelector('script[type=${heldModule}]');
    if (!held) return;
    var wanted = document.createDocumentFragment();
    document.querySelectorAll('link[rel=${heldPreload}]').forEach(function (link) {
      wanted.append(link.cloneNode());
      wanted.lastChild.rel = 'modulepreload';
    });
    var script = document.createElement('script');
    script.type = 'module';
    script.textContent = held.textContent;
    wanted.append(script);
    document.head.append(wanted);
  }
  function wantsRows() {
    try {
      return document.querySelector('[name=view]') && localStorage.getItem('${viewStorageKey}') === 'list';
    } catch (error) {}
  }
  window.pressedEarly = null;
  addEventListener('click', function (event) {
    if ('pressedEarly' in window) window.pressedEarly = event.target.closest('button:not([type=submit])');
  }, true);
  addEventListener('DOMContentLoaded', function () {
    if (page.dataset.session || document.querySelector('${needsScripts}') || wantsRows()) return start();
    moves.forEach(function (name) { addEventListener(name, move, true); });
    setTimeout(start, ${longestWaitMs});
  });
})(document.documentElement);`;

declare global {
  interface Window {
    pressedEarly?: HTMLButtonElement | null;
  }
}

/** Gives a button that was pressed too early its answer, once the page is alive. */
export function pressAgain(): void {
  const button = window.pressedEarly;
  delete window.pressedEarly;
  if (button?.isConnected) button.click();
}
