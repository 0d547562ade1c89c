import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import type { NotificationItem } from '#contract/notifications.ts';
import { relativeTime, shortDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as notificationsMessages from '#locales/ru/notifications.ts';
import { bindShortWords } from '#locales/typography.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { loadOlder, markAsRead, type NotificationList, refreshNotifications } from './notifications.ts';

type PanelProps = {
  list: NotificationList | null;
  isFailed: boolean;
  onRead: (notification: NotificationItem) => void;
  /** Called when a link of the panel is followed. */
  onLeave: () => void;
};

/** The panel of the bell: the newest notifications, or the empty or error state. */
export function NotificationPanel({ list, isFailed, onRead, onLeave }: PanelProps) {
  if (list === null) return isFailed ? <Failure /> : <SkeletonText lines={4} className="p-4" />;
  if (list.notifications.length === 0)
    return (
      <div className="px-4 py-8 text-center">
        <p className="font-medium">{notificationsMessages.empty}</p>
        <p className="mt-1 text-sm text-muted">{notificationsMessages.emptyText}</p>
      </div>
    );
  return (
    <>
      <ol>
        {list.notifications.map((notification) => (
          <li key={notification.id} className="border-b border-rule last:border-b-0">
            <NotificationRow notification={notification} onRead={onRead} onLeave={onLeave} />
          </li>
        ))}
      </ol>
      {list.hasMore && <More list={list} />}
    </>
  );
}

type ItemProps = Pick<PanelProps, 'onRead' | 'onLeave'> & { notification: NotificationItem };

function NotificationRow({ notification, onRead, onLeave }: ItemProps) {
  function markAsReadAndLeave(): void {
    void markAsRead(notification);
    onLeave();
  }

  return (
    <article className="flex items-start gap-2 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">
          {!notification.is_read && (
            <>
              <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-danger align-middle" />
              <span className="sr-only">{notificationsMessages.unread}: </span>
            </>
          )}
          {notification.title}
        </p>
        <p className="mt-1 text-sm text-soft wrap-anywhere">{bindShortWords(notification.text)}</p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
          {notification.links.map(({ label, path }) => (
            <TextLink
              key={path}
              to={path}
              onClick={markAsReadAndLeave}
              className="inline-flex min-h-8 items-center pointer-coarse:min-h-11"
            >
              {label}
            </TextLink>
          ))}
        </p>
        <p className="mt-1 text-xs text-muted">
          <NotificationDate iso={notification.created_at} />
        </p>
      </div>
      {!notification.is_read && (
        <IconButton
          label={interpolate(notificationsMessages.read, { title: notification.title })}
          onClick={() => onRead(notification)}
        >
          <Check aria-hidden className="size-4" />
        </IconButton>
      )}
    </article>
  );
}

function NotificationDate({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={shortDate(iso)}>
      {now ? relativeTime(iso, now) : shortDate(iso)}
    </time>
  );
}

function More({ list }: { list: NotificationList }) {
  const [isBusy, setBusy] = useState(false);

  async function load(): Promise<void> {
    setBusy(true);
    await loadOlder(list);
    setBusy(false);
  }

  return (
    <div className="border-t border-rule p-2 text-center">
      <Button variant="quiet" busy={isBusy} onClick={() => void load()}>
        {notificationsMessages.more}
      </Button>
    </div>
  );
}

function Failure() {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-8 text-center text-sm">
      <p>{notificationsMessages.failed}</p>
      <Button variant="secondary" size="sm" onClick={() => void refreshNotifications()}>
        {notificationsMessages.retry}
      </Button>
    </div>
  );
}
