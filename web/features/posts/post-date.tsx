import { dateAndTime, relativeDay, shortDate } from '#text/format.ts';
import { useNow } from '#web/ui/use-now.ts';

/** When a card's post appeared: the date on the server, «Вчера» once the page lives in a browser. */
export function PostDate({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={now ? dateAndTime(iso) : undefined} suppressHydrationWarning>
      {now ? relativeDay(iso, now) : shortDate(iso)}
    </time>
  );
}
