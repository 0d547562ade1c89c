import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import type { RuleId } from '#contract/rules.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

export type HideTexts = {
  /** The labels of the buttons for screen readers. */
  hide: string;
  restore: string;
  title: string;
  text: string;
  reasonHint: string;
  hidden: string;
  restored: string;
};

type ControlProps = {
  isHidden: boolean;
  texts: HideTexts;
  hide: (reason: string, rule: RuleId) => Promise<unknown>;
  restore: () => Promise<unknown>;
  onDone: () => void;
};

/** Hides a post or comment after asking for the reason, or restores it without a question. */
export function HideControl({ isHidden, texts, hide, restore, onDone }: ControlProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();

  async function execute(send: () => Promise<unknown>, successMessage: string) {
    await run(send, successMessage);
    setOpen(false);
    // Reload after an error too: another moderator may have changed the item first.
    onDone();
  }

  if (isHidden)
    return (
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        aria-label={texts.restore}
        onClick={() => void execute(restore, texts.restored)}
      >
        <Eye aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{moderationMessages.restore}</span>
      </Button>
    );
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={texts.hide} onClick={() => setOpen(true)}>
        <EyeOff aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{moderationMessages.hide}</span>
      </Button>
      <ReasonDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={texts.title}
        description={texts.text}
        confirmLabel={moderationMessages.hide}
        reasonHint={texts.reasonHint}
        busy={isBusy}
        withRule
        onConfirm={(reason, rule) => void execute(() => hide(reason, rule), texts.hidden)}
      />
    </>
  );
}
