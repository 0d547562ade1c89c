import Bell from 'lucide-react/icons/bell';
import { useRef, useState } from 'react';
import { countOf } from '#text/format.ts';
import { t } from '#text/index.ts';
import { nouns } from '#text/ru/nouns.ts';
import { usePersonal } from '#web/api/personal.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { NoticePanel } from './notice-panel.tsx';
import { clearAll, markAllAsRead, markAsRead, ownNotices, refreshNotices } from './notices.ts';
import { useGentleRefresh } from './use-gentle-refresh.ts';

/** The bell in the header: a red dot for unread notifications, and the panel with the notifications. */
export function NoticeBell() {
  const [isOpen, setOpen] = useState(false);
  const { value: list, isFailed } = usePersonal(ownNotices);
  const panel = useRef<HTMLDivElement>(null);
  useGentleRefresh(isOpen);
  const unread = list?.unread ?? 0;

  function setOpenAndAsk(open: boolean): void {
    setOpen(open);
    if (open) void refreshNotices();
  }

  /** Moves the focus to the panel, because the button that had it is removed. */
  function act(work: Promise<void>): void {
    void work;
    panel.current?.focus();
  }

  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpenAndAsk}
      title={t('notices.heading')}
      footer={
        list !== null &&
        list.notices.length > 0 && (
          <>
            <Button
              variant="quiet"
              size="sm"
              disabled={unread === 0}
              onClick={() => act(markAllAsRead(list))}
            >
              {t('notices.readAll')}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => act(clearAll(list))}>
              {t('notices.clear')}
            </Button>
          </>
        )
      }
      trigger={
        <IconButton
          label={
            unread > 0 ? t('notices.bellUnread', { count: countOf(unread, nouns.newOne) }) : t('notices.bell')
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
        <NoticePanel
          list={list}
          isFailed={isFailed}
          onRead={(notice) => act(markAsRead(notice))}
          onLeave={() => setOpen(false)}
        />
      </div>
    </Popover>
  );
}
