import { dateAndTime, relativeTime } from '#locales/format.ts';
import { useNow } from '#web/ui/use-now.ts';

/** The date of a comment: date and time on the server, «5 мин. назад» after hydration. */
export function CommentDate({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={now ? dateAndTime(iso) : undefined} suppressHydrationWarning>
      {now ? relativeTime(iso, now) : dateAndTime(iso)}
    </time>
  );
}
