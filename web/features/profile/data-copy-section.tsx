import { useEffect, useState } from 'react';
import type { DataCopyState } from '#contract/data-copy.ts';
import { fileSize, fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as dataCopyMessages from '#locales/ru/data-copy.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { confirmIdentity } from '#web/api/confirmed-transport.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';

type Copy = DataCopyState['copy'];
const pollMs = 5_000;

/** Has an archive of the own data made and offers it, with its state while it is being made. */
export function DataCopySection() {
  const [copy, setCopy] = useState<Copy | undefined>(undefined);
  const { isBusy, run } = useAction();
  const isPreparing = copy?.expires_at === null;

  const load = () =>
    getBrowserClient()
      .silentApi.call('getDataCopy')
      .then((state) => setCopy(state.copy))
      .catch(() => setCopy((known) => known ?? null));

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads when the section appears, and while the job works
  useEffect(() => {
    if (copy === undefined) void load();
    if (!isPreparing) return;
    const timer = setInterval(() => void load(), pollMs);
    return () => clearInterval(timer);
  }, [isPreparing]);

  const request = () =>
    run(async () => {
      const state = await getBrowserClient().api.call('requestDataCopy', { body: {} });
      setCopy(state.copy);
    }, dataCopyMessages.requested);

  /** The link works for ten minutes, so each click gets a new one; a session that is not confirmed gets none. */
  async function download(): Promise<void> {
    const { api } = getBrowserClient();
    let { copy: fresh } = await api.call('getDataCopy');
    if (fresh?.expires_at && !fresh.download_url && (await confirmIdentity()))
      ({ copy: fresh } = await api.call('getDataCopy'));
    setCopy(fresh);
    if (fresh?.download_url) window.location.assign(fresh.download_url);
  }

  return (
    <section aria-labelledby="data-copy">
      <h2 id="data-copy" className="text-xl">
        {dataCopyMessages.heading}
      </h2>
      <p className="mt-1 text-sm text-soft" aria-live="polite">
        {describe(copy)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {copy?.expires_at && (
          <Button onClick={() => void download().catch(() => undefined)}>{dataCopyMessages.download}</Button>
        )}
        {!isPreparing && (
          <Button
            variant="secondary"
            busy={isBusy}
            disabled={copy === undefined}
            onClick={() => void request()}
          >
            {copy ? dataCopyMessages.again : dataCopyMessages.request}
          </Button>
        )}
      </div>
    </section>
  );
}

function describe(copy: Copy | undefined): string {
  if (!copy) return dataCopyMessages.lead;
  if (copy.bytes === null || copy.expires_at === null) return dataCopyMessages.preparing;
  return interpolate(dataCopyMessages.ready, {
    size: fileSize(copy.bytes),
    day: fullDate(copy.expires_at),
  });
}
