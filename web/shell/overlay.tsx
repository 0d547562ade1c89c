import * as siteMessages from '#locales/ru/site.ts';

/** The full-screen «Загрузка...» while the session is restored; the boot script shows it. */
export function SessionOverlay() {
  return (
    <div className="session-overlay" role="status">
      <span className="session-overlay__spinner" aria-hidden="true" />
      <span>{siteMessages.loading}</span>
    </div>
  );
}
