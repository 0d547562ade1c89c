/**
 * The inline script of <head>, run before the first paint: it sets the chosen theme, and an attribute for a reader with
 * session cookies. With it, screens that need the session show an overlay, and pages reserve the space of what a user
 * sees (the variant `restoring` of the styles). The attribute is removed when a script of the page fails, and after 10 s.
 * It also keeps Zod from compiling functions, which the Content-Security-Policy would block and report. Plain browser
 * JavaScript: it is not compiled.
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

/** Removes the attribute after the session was restored or the attempt failed. */
export function endRestoring(): void {
  delete document.documentElement.dataset.session;
}
