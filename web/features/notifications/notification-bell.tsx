import Bell from 'lucide-react/icons/bell';
import { useRef, useState } from 'react';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as notificationsMessages from '#locales/ru/notifications.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { usePerUserQuery } from '#web/queries/per-user-query.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { NotificationPanel } from './notification-panel.tsx';
import {
  clearAll,
  markAllAsRead,
  markAsRead,
  notificationsQuery,
  refreshNotifications,
} from './notifications.ts';
import { useNotificationRefresh } from './use-notification-refresh.ts';

/** The bell in the header: a red dot for unread notifications, and the panel with the notifications. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const { value: list, isFailed } = usePerUserQuery(notificationsQuery);
  const panel = useRef<HTMLDivElement>(null);
  useNotificationRefresh(isOpen);
  const unread = list?.unread ?? 0;

  function setOpenAndRefresh(open: boolean): void {
    setOpen(open);
    if (open) void refreshNotifications();
  }

  /** Moves the focus to the panel, because the button that had it is removed. */
  function runAndFocusPanel(work: Promise<void>): void {
    void work;
    panel.current?.focus();
  }

  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpenAndRefresh}
      title={notificationsMessages.heading}
      footer={
        list !== null &&
        list.notifications.length > 0 && (
          <>
            <Button
              variant="quiet"
              size="sm"
              disabled={unread === 0}
              onClick={() => runAndFocusPanel(markAllAsRead(list))}
            >
              {notificationsMessages.readAll}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => runAndFocusPanel(clearAll(list))}>
              {notificationsMessages.clear}
            </Button>
          </>
        )
      }
      trigger={
        <IconButton
          label={
            unread > 0
              ? interpolate(notificationsMessages.bellUnread, { count: countOf(unread, nouns.newOne) })
              : notificationsMessages.bell
          }
          className="relative size-11"
        >
          <Bell aria-hidden className="size-5" />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-paper bg-danger"
            />
          )}
        </IconButton>
      }
    >
      <div ref={panel} tabIndex={-1} className="outline-none">
        <NotificationPanel
          list={list}
          isFailed={isFailed}
          onRead={(notification) => runAndFocusPanel(markAsRead(notification))}
          onLeave={() => setOpen(false)}
        />
      </div>
    </Popover>
  );
}
