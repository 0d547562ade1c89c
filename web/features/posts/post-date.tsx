import { dateAndTime, relativeDay, shortDate } from '#locales/format.ts';
import { useNow } from '#web/ui/use-now.ts';

/** The publication date of a card: an absolute date on the server, a relative day («Вчера») after hydration. */
export function PostDate({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={now ? dateAndTime(iso) : undefined} suppressHydrationWarning>
      {now ? relativeDay(iso, now) : shortDate(iso)}
    </time>
  );
}
