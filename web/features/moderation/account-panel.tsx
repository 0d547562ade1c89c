import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import { type ReactNode, useState } from 'react';
import type { RuleId } from '#contract/rules.ts';
import type { ModeratedAccount } from '#contract/staff.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** The state of an account and the button that disables or enables it, for moderators. */
export function AccountPanel({ accountId }: { accountId: number }) {
  const { data, error, isLoading, reload } = useBrowserQuery(`account ${accountId}`, (api) =>
    api.call('getModeratedAccount', { params: { id: String(accountId) } }),
  );
  if (!data && error && !isLoading)
    return (
      <Panel>
        <p className="text-sm text-soft">{moderationMessages.accountFailed}</p>
        <Button variant="secondary" size="sm" onClick={reload}>
          {moderationMessages.retry}
        </Button>
      </Panel>
    );
  if (!data || (data.is_active && !data.can_change)) return null;
  return <AccountState account={data} onChange={reload} />;
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={moderationMessages.account}
      className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-rule bg-raised p-4"
    >
      {children}
    </section>
  );
}

function AccountState({ account, onChange }: { account: ModeratedAccount; onChange: () => void }) {
  const { isBusy, run } = useAction();
  const [isAsking, setAsking] = useState(false);
  const params = { id: String(account.id) };
  const name = displayName(account);

  async function execute(send: () => Promise<unknown>, successMessage: string) {
    await run(send, successMessage);
    setAsking(false);
    // Reload after an error too: another moderator may have changed the account first.
    onChange();
  }

  const disable = (reason: string, rule: RuleId) =>
    execute(
      () => getBrowserClient().api.call('disableAccount', { params, body: { reason, rule } }),
      moderationMessages.accountDisabled,
    );
  const enable = () =>
    execute(
      () => getBrowserClient().api.call('enableAccount', { params, body: {} }),
      moderationMessages.accountEnabled,
    );

  return (
    <Panel>
      <div className="min-w-0 flex-1 basis-60 text-sm">
        {account.is_active ? (
          <p className="text-soft">{moderationMessages.accountActiveText}</p>
        ) : (
          <Disabled account={account} />
        )}
      </div>
      {account.can_change && (
        // One button element for both states, so that it keeps the focus.
        <Button
          variant="secondary"
          size="sm"
          busy={isBusy && !isAsking}
          aria-label={interpolate(
            account.is_active ? moderationMessages.disableName : moderationMessages.enableName,
            { name },
          )}
          onClick={() => (account.is_active ? setAsking(true) : void enable())}
        >
          {account.is_active ? (
            <UserX aria-hidden className="size-4" />
          ) : (
            <UserCheck aria-hidden className="size-4" />
          )}
          {account.is_active ? moderationMessages.disable : moderationMessages.enable}
        </Button>
      )}
      <ReasonDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={moderationMessages.disableTitle}
        description={interpolate(moderationMessages.disableText, { name })}
        confirmLabel={moderationMessages.disable}
        reasonHint={moderationMessages.disableReasonHint}
        isReasonRequired
        withRule
        busy={isBusy}
        onConfirm={(reason, rule) => void disable(reason, rule)}
      />
    </Panel>
  );
}

function Disabled({ account: { disabled } }: { account: ModeratedAccount }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="danger">{moderationMessages.accountState}</Badge>
        {disabled && (
          <span className="text-muted">
            {disabled.by
              ? interpolate(moderationMessages.disabledBy, {
                  date: dateAndTime(disabled.at),
                  name: displayName(disabled.by),
                })
              : dateAndTime(disabled.at)}
          </span>
        )}
      </p>
      {disabled && (
        <p className="mt-2 wrap-anywhere">
          {interpolate(moderationMessages.reasonIs, { reason: disabled.reason })}
        </p>
      )}
    </>
  );
}
