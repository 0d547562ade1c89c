import { lazy, useEffect, useState } from 'react';
import { setIdentityPrompt } from '#web/api/confirmed-transport.ts';
import { MountOnOpen } from '#web/ui/mount-on-open.tsx';

const IdentityDialog = lazy(() =>
  import('./identity-dialog.tsx').then((module) => ({ default: module.IdentityDialog })),
);

/** Asks the user for a confirmation when the API wants one; its dialog loads then. */
export function IdentityPrompt() {
  const [resolvePrompt, setResolvePrompt] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    setIdentityPrompt(
      () =>
        new Promise((resolve) => {
          setResolvePrompt(() => resolve);
        }),
    );
    return () => setIdentityPrompt(undefined);
  }, []);

  function close(isConfirmed: boolean): void {
    resolvePrompt?.(isConfirmed);
    setResolvePrompt(null);
  }

  return (
    <MountOnOpen open={resolvePrompt !== null}>
      <IdentityDialog open={resolvePrompt !== null} onClose={close} />
    </MountOnOpen>
  );
}
