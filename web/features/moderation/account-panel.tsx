import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { hideReasonMaxLength, type ModeratedAccount } from '#contract/staff.ts';
import { dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { displayName } from '#text/person.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** The state of an account and the button that disables or enables it, for moderators. */
export function AccountPanel({ accountId }: { accountId: number }) {
  const { data, error, isLoading, reload } = useLoaded(`account ${accountId}`, (api) =>
    api.call('getModeratedAccount', { params: { id: String(accountId) } }),
  );
  if (!data && error && !isLoading)
    return (
      <Panel>
        <p className="text-sm text-soft">{t('moderation.accountFailed')}</p>
        <Button variant="secondary" size="sm" onClick={reload}>
          {t('moderation.retry')}
        </Button>
      </Panel>
    );
  if (!data || (data.is_active && !data.can_change)) return null;
  return <AccountState account={data} onChange={reload} />;
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={t('moderation.account')}
      className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-rule bg-raised p-4"
    >
      {children}
    </section>
  );
}

function AccountState({ account, onChange }: { account: ModeratedAccount; onChange: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  const params = { id: String(account.id) };
  const name = displayName(account);

  async function carryOut(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    try {
      await work();
      notify('success', done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      setDialog((before) => (before === 'open' ? 'closed' : before));
    }
    // Reload after an error too: another moderator may have changed the account first.
    onChange();
  }

  const disable = (reason: string) =>
    carryOut(
      () => getBrowser().api.call('disableAccount', { params, body: { reason } }),
      t('moderation.accountDisabled'),
    );
  const enable = () =>
    carryOut(
      () => getBrowser().api.call('enableAccount', { params, body: {} }),
      t('moderation.accountEnabled'),
    );

  return (
    <Panel>
      <div className="min-w-0 flex-1 basis-60 text-sm">
        {account.is_active ? (
          <p className="text-soft">{t('moderation.accountActiveText')}</p>
        ) : (
          <Disabled account={account} />
        )}
      </div>
      {account.can_change && (
        // One button element for both states, so that it keeps the focus.
        <Button
          variant="secondary"
          size="sm"
          busy={isBusy && dialog !== 'open'}
          aria-label={t(account.is_active ? 'moderation.disableName' : 'moderation.enableName', { name })}
          onClick={() => (account.is_active ? setDialog('open') : void enable())}
        >
          {account.is_active ? (
            <UserX aria-hidden className="size-4" />
          ) : (
            <UserCheck aria-hidden className="size-4" />
          )}
          {t(account.is_active ? 'moderation.disable' : 'moderation.enable')}
        </Button>
      )}
      {dialog !== 'never' && (
        <Suspense>
          <DisableDialog
            isOpen={dialog === 'open'}
            setOpen={(isOpen) => setDialog(isOpen ? 'open' : 'closed')}
            isBusy={isBusy}
            name={name}
            onConfirm={(reason) => void disable(reason)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function Disabled({ account: { disabled } }: { account: ModeratedAccount }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="danger">{t('moderation.accountState')}</Badge>
        {disabled && (
          <span className="text-muted">
            {disabled.by
              ? t('moderation.disabledBy', { date: dateAndTime(disabled.at), name: displayName(disabled.by) })
              : dateAndTime(disabled.at)}
          </span>
        )}
      </p>
      {disabled && (
        <p className="mt-2 wrap-anywhere">{t('moderation.reasonIs', { reason: disabled.reason })}</p>
      )}
    </>
  );
}

/** Asks for the reason, which is required. */
function DisableDialog({
  isOpen,
  setOpen,
  isBusy,
  name,
  onConfirm,
}: {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  isBusy: boolean;
  name: string;
  onConfirm: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);

  function confirm() {
    const given = reason.trim();
    setMissing(given === '');
    if (given === '') box.current?.focus();
    else onConfirm(given);
  }

  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      title={t('moderation.disableTitle')}
      description={t('moderation.disableText', { name })}
      confirmLabel={t('moderation.disable')}
      cancelLabel={t('moderation.cancel')}
      danger
      busy={isBusy}
      onConfirm={confirm}
    >
      <Field
        label={t('moderation.reason')}
        hint={t('moderation.disableReasonHint')}
        error={isMissing ? t('moderation.reasonRequired') : undefined}
      >
        <Textarea
          ref={box}
          value={reason}
          rows={3}
          required
          maxLength={hideReasonMaxLength}
          className="min-h-20"
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
    </ConfirmDialog>
  );
}
