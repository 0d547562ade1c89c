/**
 * The inline script of <head>, run before the first paint: it sets the chosen theme, and the overlay for a reader with
 * session cookies. It removes the overlay when a script of the page fails, and after 10 s. It also keeps Zod from
 * compiling functions, which the Content-Security-Policy would block and report. Plain browser JavaScript: it is not
 * compiled.
 */
export const bootScript = `(function (page) {
  window.__zod_globalConfig = { jitless: true };
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
  } catch (error) {}
  if (!/(^|; )(access|refresh)_token=[^;]/.test(document.cookie)) return;
  page.dataset.session = 'restoring';
  function lift() { delete page.dataset.session; }
  setTimeout(lift, 10000);
  addEventListener('error', function (event) {
    if (event.target === window || event.target.tagName === 'SCRIPT') lift();
  }, true);
})(document.documentElement);`;

/** Removes the overlay after the session was restored or the attempt failed. */
export function hideOverlay(): void {
  delete document.documentElement.dataset.session;
}
