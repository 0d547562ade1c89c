import './overlay.css';
import { t } from '#text/index.ts';

/** The full-screen «Загрузка...» while the session is restored; the boot script shows it. */
export function SessionOverlay() {
  return (
    <div className="session-overlay" role="status">
      <span className="session-overlay__spinner" aria-hidden="true" />
      <span>{t('site.loading')}</span>
    </div>
  );
}
