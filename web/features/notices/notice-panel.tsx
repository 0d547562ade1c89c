import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import type { Notice } from '#contract/notices.ts';
import { bindShortWords, relativeMoment, shortDate } from '#text/format.ts';
import { t } from '#text/index.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { loadOlder, markAsRead, type NoticeList, refreshNotices } from './notices.ts';

type PanelProps = {
  list: NoticeList | null;
  isFailed: boolean;
  onRead: (notice: Notice) => void;
  /** Called when a link of the panel is followed. */
  onLeave: () => void;
};

/** The panel of the bell: the newest notifications, or the empty or error state. */
export function NoticePanel({ list, isFailed, onRead, onLeave }: PanelProps) {
  if (list === null) return isFailed ? <Failure /> : <SkeletonText lines={4} className="p-4" />;
  if (list.notices.length === 0)
    return (
      <div className="px-4 py-8 text-center">
        <p className="font-medium">{t('notices.empty')}</p>
        <p className="mt-1 text-sm text-muted">{t('notices.emptyText')}</p>
      </div>
    );
  return (
    <>
      <ol>
        {list.notices.map((notice) => (
          <li key={notice.id} className="border-b border-rule last:border-b-0">
            <NoticeItem notice={notice} onRead={onRead} onLeave={onLeave} />
          </li>
        ))}
      </ol>
      {list.hasMore && <More list={list} />}
    </>
  );
}

type ItemProps = Pick<PanelProps, 'onRead' | 'onLeave'> & { notice: Notice };

function NoticeItem({ notice, onRead, onLeave }: ItemProps) {
  function leave(): void {
    void markAsRead(notice);
    onLeave();
  }

  return (
    <article className="flex items-start gap-2 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">
          {!notice.is_read && (
            <>
              <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-danger align-middle" />
              <span className="sr-only">{t('notices.unread')}: </span>
            </>
          )}
          {notice.title}
        </p>
        <p className="mt-1 text-sm text-soft wrap-anywhere">{bindShortWords(notice.text)}</p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
          {notice.links.map(({ label, path }) => (
            <TextLink
              key={path}
              to={path}
              onClick={leave}
              className="inline-flex min-h-8 items-center pointer-coarse:min-h-11"
            >
              {label}
            </TextLink>
          ))}
        </p>
        <p className="mt-1 text-xs text-muted">
          <NoticeDate iso={notice.created_at} />
        </p>
      </div>
      {!notice.is_read && (
        <IconButton label={t('notices.read', { title: notice.title })} onClick={() => onRead(notice)}>
          <Check aria-hidden className="size-4" />
        </IconButton>
      )}
    </article>
  );
}

function NoticeDate({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={shortDate(iso)}>
      {now ? relativeMoment(iso, now) : shortDate(iso)}
    </time>
  );
}

function More({ list }: { list: NoticeList }) {
  const [isBusy, setBusy] = useState(false);

  async function load(): Promise<void> {
    setBusy(true);
    await loadOlder(list);
    setBusy(false);
  }

  return (
    <div className="border-t border-rule p-2 text-center">
      <Button variant="quiet" busy={isBusy} onClick={() => void load()}>
        {t('notices.more')}
      </Button>
    </div>
  );
}

function Failure() {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-8 text-center text-sm">
      <p>{t('notices.failed')}</p>
      <Button variant="secondary" size="sm" onClick={() => void refreshNotices()}>
        {t('notices.retry')}
      </Button>
    </div>
  );
}
