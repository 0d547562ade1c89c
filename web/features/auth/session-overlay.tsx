import * as siteMessages from '#locales/ru/site.ts';

/**
 * The full-screen «Загрузка...» of a screen that depends on the session. The styles show it while the boot script's
 * attribute says that a session is being restored; public pages can be read meanwhile.
 */
export function SessionOverlay() {
  return (
    <div className="session-overlay" role="status">
      <span className="session-overlay__spinner" aria-hidden="true" />
      <span>{siteMessages.loading}</span>
    </div>
  );
}
