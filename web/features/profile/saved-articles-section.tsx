import { useState } from 'react';
import { Link } from 'react-router';
import * as offlineMessages from '#locales/ru/offline.ts';
import { listPath } from '#web/offline/offline-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';

/** The articles that are saved on this device. */
export function SavedArticlesSection() {
  const [isForgetting, setForgetting] = useState(false);
  const forget = async () => {
    setForgetting(true);
    try {
      const { forgetArticles } = await import('#web/offline/offline-reading.ts');
      await forgetArticles();
      notify('success', offlineMessages.forgotten);
    } catch {
      notify('error', offlineMessages.forgetFailed);
    }
    setForgetting(false);
  };
  if (!('serviceWorker' in navigator)) return null;
  return (
    <section aria-labelledby="saved-articles">
      <h2 id="saved-articles" className="text-xl">
        {offlineMessages.title}
      </h2>
      <p className="mt-1 text-sm text-soft">{offlineMessages.profileLead}</p>
      {/* The worker responds, so the browser has to navigate. */}
      <Link
        to={listPath}
        reloadDocument
        className="flex min-h-10 items-center text-sm hover:text-link hover:underline pointer-coarse:min-h-11"
      >
        {offlineMessages.show}
      </Link>
      <Button variant="secondary" className="mt-1" disabled={isForgetting} onClick={() => void forget()}>
        {offlineMessages.forget}
      </Button>
    </section>
  );
}
