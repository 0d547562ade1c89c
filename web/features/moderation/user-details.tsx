import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Role, roles } from '#contract/permissions.ts';
import type { ModeratedAccount } from '#contract/staff.ts';
import { shortDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import { roleHints, roleNames } from '#locales/ru/roles.ts';
import * as messages from '#locales/ru/staff-users.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useUser } from '#web/api/use-session.ts';
import { userCan } from '#web/api/user-can.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useAction } from '#web/queries/use-action.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { DecisionList } from './decision-list.tsx';
import { NoteList } from './note-list.tsx';
import { SanctionForms } from './sanction-forms.tsx';
import { UserBadges } from './user-list.tsx';
import { usersPath } from './user-list-path.ts';

/** An account with its role, its decisions and the notes of moderators. */
export function UserDetails({ id }: { id: number }) {
  const [changes, setChanges] = useState(0);
  const query = useBrowserQuery(`staff user ${id} ${changes}`, (api) =>
    api.call('getModeratedAccount', { params: { id: String(id) }, suppressToastFor: [404] }),
  );
  const reload = () => setChanges((count) => count + 1);
  return (
    <>
      <p className="mb-4 text-sm">
        <TextLink to={usersPath}>{messages.toList}</TextLink>
      </p>
      <QueryView
        query={query}
        placeholder={<SkeletonText lines={4} />}
        failed={query.error?.status === 404 ? messages.unknown : messages.failed}
        retry={messages.retry}
      >
        {(account) => <Details account={account} changes={changes} onChange={reload} />}
      </QueryView>
    </>
  );
}

type Props = { account: ModeratedAccount; changes: number; onChange: () => void };

function Details({ account, changes, onChange }: Props) {
  const user = useUser();
  // The queue of reports leads here with the case that a sanction closes.
  const reportCase = Number(useSearchParams()[0].get('case')) || undefined;
  return (
    <div className="flex flex-col gap-10">
      <div>
        <div className="flex flex-wrap items-baseline gap-3">
          <h2 className="text-2xl wrap-anywhere">{displayName(account)}</h2>
          <UserBadges account={account} />
        </div>
        <MetadataList className="mt-1 text-sm text-soft wrap-anywhere">
          {account.username}
          {interpolate(messages.joined, { date: shortDate(account.created_at) })}
        </MetadataList>
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <TextLink to={authorPath(account)}>{messages.toProfile}</TextLink>
          <TextLink to={`/staff/posts?author=${account.id}`}>{messages.toPosts}</TextLink>
          <TextLink to={`/staff/comments?author=${account.id}`}>{messages.toComments}</TextLink>
        </p>
      </div>
      {userCan(user, 'roles.manage') && <RoleForm key={account.role} account={account} onChange={onChange} />}
      {account.can_change && (
        <SanctionForms accountId={account.id} reportCase={reportCase} onChange={onChange} />
      )}
      <DecisionList accountId={account.id} changes={changes} onChange={onChange} />
      <NoteList accountId={account.id} />
    </div>
  );
}

/** Gives a role after a question. */
function RoleForm({ account, onChange }: Omit<Props, 'changes'>) {
  const [role, setRole] = useState<Role>(account.role);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();

  async function give() {
    const params = { id: String(account.id) };
    await run(
      () => getBrowserClient().api.call('setAccountRole', { params, body: { role } }),
      messages.roleGiven,
    );
    setOpen(false);
    onChange();
  }

  return (
    <section aria-label={messages.role} className="flex flex-wrap items-start gap-4">
      <Field label={messages.role} hint={roleHints[role]} className="w-full sm:w-80">
        <Select
          value={role}
          onChange={(event) => setRole(roles.find((name) => name === event.currentTarget.value) ?? role)}
        >
          {roles.map((name) => (
            <option key={name} value={name}>
              {roleNames[name]}
            </option>
          ))}
        </Select>
      </Field>
      <Button variant="secondary" className="sm:mt-7" onClick={() => setOpen(true)}>
        {messages.giveRole}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`${displayName(account)}: ${roleNames[role]}`}
        description={messages.roleText}
        confirmLabel={messages.giveRole}
        cancelLabel={messages.cancel}
        busy={isBusy}
        onConfirm={() => void give()}
      />
    </section>
  );
}
