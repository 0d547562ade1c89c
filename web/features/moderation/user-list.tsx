import { Link } from 'react-router';
import type { ListedAccount } from '#contract/moderation.ts';
import { roles } from '#contract/permissions.ts';
import { shortDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import { roleNames } from '#locales/ru/roles.ts';
import * as messages from '#locales/ru/staff-users.ts';
import { ListSkeleton } from '#web/lists/list-skeleton.tsx';
import { QueryList } from '#web/lists/query-list.tsx';
import { useFilters } from '#web/lists/use-filters.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { parseUserList, type UserListState, userListPath, userPath, usersPath } from './user-list-path.ts';

const usersPerPage = 20;

/** All accounts, with filters. */
export function UserList({ list }: { list: UserListState }) {
  const { search, role, state, page } = list;
  const query = useBrowserQuery(userListPath(list), (api) =>
    api.call('listAccounts', {
      query: {
        page,
        page_size: usersPerPage,
        search: search || undefined,
        role: role ?? undefined,
        state: state ?? undefined,
      },
      suppressToastFor: [404],
    }),
  );
  return (
    <>
      <Filters list={list} />
      <div className="mt-6">
        <QueryList
          query={query}
          page={page}
          pageSize={usersPerPage}
          hrefOf={(target) => userListPath({ ...list, page: target })}
          placeholder={<ListSkeleton loading={messages.loading} />}
          failed={messages.failed}
          retry={messages.retry}
          empty={<EmptyState title={messages.empty} text={messages.emptyText} />}
        >
          {(account) => <Row account={account} />}
        </QueryList>
      </div>
    </>
  );
}

function Filters({ list }: { list: UserListState }) {
  const { onSubmit, onChange } = useFilters((values) => userListPath(parseUserList(values)));
  return (
    <search>
      <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label={messages.search} className="min-w-0 flex-1 basis-64">
          <Input
            key={list.search}
            type="search"
            name="search"
            defaultValue={list.search}
            placeholder={messages.searchLabel}
          />
        </Field>
        <Field label={messages.role} className="max-sm:w-full sm:w-48">
          <Select name="role" value={list.role ?? ''} onChange={onChange}>
            <option value="">{messages.anyRole}</option>
            <option value="staff">{messages.allStaff}</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleNames[role]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={messages.state} className="max-sm:w-full sm:w-48">
          <Select name="state" value={list.state ?? ''} onChange={onChange}>
            <option value="">{messages.anyState}</option>
            {Object.entries(messages.states).map(([state, label]) => (
              <option key={state} value={state}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="secondary">
          {messages.find}
        </Button>
        {(list.search || list.role || list.state) && (
          <ButtonLink to={usersPath} variant="quiet">
            {messages.reset}
          </ButtonLink>
        )}
      </form>
    </search>
  );
}

function Row({ account }: { account: ListedAccount }) {
  return (
    <article className="py-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-sans text-base font-semibold wrap-anywhere">
          <Link to={userPath(account.id)} viewTransition className="hover:underline">
            {displayName(account)}
          </Link>
        </h2>
        <UserBadges account={account} />
      </div>
      <p className="mt-1 text-sm text-soft wrap-anywhere">
        {account.username} · {account.email}
      </p>
      <MetadataList className="mt-1 text-xs text-muted">
        {interpolate(messages.joined, { date: shortDate(account.created_at) })}
        {`${messages.toPosts}: ${account.posts_count}`}
        {`${messages.toComments}: ${account.comments_count}`}
      </MetadataList>
    </article>
  );
}

type Badged = Pick<ListedAccount, 'role' | 'is_active' | 'permissions'> &
  Partial<Pick<ListedAccount, 'restrictions'>>;

/** The role and the state of an account. */
export function UserBadges({ account }: { account: Badged }) {
  const { role, permissions, restrictions = [] } = account;
  const isPlainRole = role === 'reader' || role === 'author';
  return (
    <span className="flex flex-wrap gap-2">
      {role !== 'author' && <Badge>{roleNames[role]}</Badge>}
      {isPlainRole && permissions.length > 0 && <Badge tone="warning">{messages.formerRights}</Badge>}
      {restrictions.map((kind) => (
        <Badge key={kind} tone="warning">
          {messages.restrictions[kind]}
        </Badge>
      ))}
      {!account.is_active && <Badge tone="danger">{messages.disabled}</Badge>}
    </span>
  );
}
