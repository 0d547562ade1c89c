import { useState } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from './section.tsx';

/** With so few codes left, a reader is told to create new ones. */
const fewCodes = 3;

/** How many recovery codes are left, and the button that replaces them. */
export function RecoverySection({
  codesLeft,
  onCreated,
}: {
  codesLeft: number;
  onCreated: (codes: string[]) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function create(): Promise<void> {
    setOpen(false);
    setBusy(true);
    try {
      const { recovery_codes: codes } = await getBrowserClient().api.call('createRecoveryCodes', {
        body: {},
      });
      onCreated(codes);
    } catch (error) {
      // A toast has shown the error.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section
      title={securityPageMessages.recoveryHeading}
      text={interpolate(securityPageMessages.recoveryText, { count: codesLeft })}
    >
      {codesLeft <= fewCodes && <Notice>{securityPageMessages.recoveryFew}</Notice>}
      <Button variant="secondary" busy={isBusy} onClick={() => setOpen(true)}>
        {securityPageMessages.recoveryCreate}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={securityPageMessages.recoveryCreateTitle}
        description={securityPageMessages.recoveryCreateText}
        confirmLabel={securityPageMessages.recoveryCreate}
        cancelLabel={securityPageMessages.cancel}
        onConfirm={() => void create()}
      />
    </Section>
  );
}
