import { useRouteLoaderData } from 'react-router';
import { dateAndTime, relativeDay, shortDate } from '#locales/format.ts';
import { useNow } from '#web/ui/use-now.ts';

/**
 * The publication date of a card: «Вчера», «3 дн. назад». The server writes it for the day on which it renders, so nothing
 * moves after hydration; a page that was rendered on an earlier day is corrected then.
 */
export function PostDate({ iso }: { iso: string }) {
  const now = useNow();
  const renderedOn = readToday(useRouteLoaderData('root'));
  const today = now ?? renderedOn;
  return (
    <time dateTime={iso} title={now ? dateAndTime(iso) : undefined} suppressHydrationWarning>
      {today ? relativeDay(iso, today) : shortDate(iso)}
    </time>
  );
}

/** The day on which the root loader ran; null without its data. */
function readToday(rootData: unknown): Date | null {
  const { today } = (rootData ?? {}) as { today?: string };
  return today === undefined ? null : new Date(today);
}
