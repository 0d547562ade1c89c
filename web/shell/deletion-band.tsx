import type { UserProfile } from '#contract/auth.ts';
import { fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as leavingMessages from '#locales/ru/leaving.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

/** At the end of the screen on every page, while the account of the user waits for its deletion. */
export function DeletionBand({ user }: { user: UserProfile }) {
  const { isBusy, run } = useAction();
  if (!user.deletion) return null;
  const cancel = async () => {
    const { api, session } = getBrowserClient();
    const isDone = await run(() => api.call('cancelAccountDeletion'), leavingMessages.cancelled);
    if (isDone) session.setUser({ ...user, deletion: null });
  };
  return (
    <section
      aria-label={leavingMessages.heading}
      className="deletion-band fixed inset-x-0 bottom-0 z-30 border-t-4 border-danger bg-danger-tint py-3 text-ink print:hidden"
    >
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-sm">
          {interpolate(leavingMessages.pending, { day: fullDate(user.deletion.due_at) })}
        </p>
        <Button size="sm" busy={isBusy} onClick={() => void cancel()}>
          {leavingMessages.cancel}
        </Button>
      </Container>
    </section>
  );
}
