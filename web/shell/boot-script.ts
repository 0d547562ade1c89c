/**
 * The inline script of <head>, run before the first paint: the chosen theme, and the overlay for a reader whose
 * cookies hold a session. It takes the overlay away again when a script of the page cannot run, and after 10 s.
 * It also keeps Zod from trying to compile functions, which the content policy would refuse and report.
 * Written for the browser as it is: nothing compiles it.
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

/** Takes the overlay away: the session is restored, or its restoring failed for now. */
export function liftOverlay(): void {
  delete document.documentElement.dataset.session;
}
