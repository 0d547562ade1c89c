import './overlay.css';
import { t } from '#text/index.ts';

/** The full-screen «Загрузка...» of the first restore; the boot script decides whether it is seen. */
export function SessionOverlay() {
  return (
    <div className="session-overlay" role="status">
      <span className="session-overlay__spinner" aria-hidden="true" />
      <span>{t('site.loading')}</span>
    </div>
  );
}
