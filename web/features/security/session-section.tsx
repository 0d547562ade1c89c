import { type ReactNode, useState } from 'react';
import type { OpenSession } from '#contract/security.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { Section } from './section.tsx';

type SectionProps = {
  sessions: OpenSession[];
  count: number;
  /** The links to further pages. */
  pages: ReactNode;
  onChanged: () => void;
};

/** The open sessions, each of which can be ended, and all others at once. */
export function SessionSection({ sessions, count, pages, onChanged }: SectionProps) {
  return (
    <Section title={securityPageMessages.sessionsHeading} text={securityPageMessages.sessionsText}>
      <ul className="w-full divide-y divide-rule border-y border-rule">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnded={onChanged} />
        ))}
      </ul>
      {pages}
      {count > 1 && <EndOthersButton onEnded={onChanged} />}
    </Section>
  );
}

function SessionItem({ session, onEnded }: { session: OpenSession; onEnded: () => void }) {
  const { isBusy, run } = useAction();
  const device = session.device || securityPageMessages.sessionUnknown;
  const created = dateAndTime(session.created_at);
  const end = async () => {
    const isDone = await run(
      () => getBrowserClient().api.call('endSession', { params: { id: session.id } }),
      securityPageMessages.sessionEnded,
    );
    if (isDone) onEnded();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {device} {session.is_current && <Badge tone="success">{securityPageMessages.sessionCurrent}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {interpolate(securityPageMessages.sessionTimes, {
            created,
            used: dateAndTime(session.last_used_at),
          })}
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="secondary"
          size="sm"
          busy={isBusy}
          aria-label={interpolate(securityPageMessages.sessionEndOf, { device, created })}
          onClick={() => void end()}
        >
          {securityPageMessages.sessionEnd}
        </Button>
      )}
    </li>
  );
}

function EndOthersButton({ onEnded }: { onEnded: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const end = async () => {
    setOpen(false);
    const isDone = await run(
      () => getBrowserClient().api.call('endOtherSessions', { body: {} }),
      securityPageMessages.sessionsEnded,
    );
    if (isDone) onEnded();
  };
  return (
    <>
      <Button variant="secondary" busy={isBusy} onClick={() => setOpen(true)}>
        {securityPageMessages.sessionsEndOthers}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={securityPageMessages.sessionsEndTitle}
        description={securityPageMessages.sessionsEndText}
        confirmLabel={securityPageMessages.sessionsEndOthers}
        cancelLabel={securityPageMessages.cancel}
        onConfirm={() => void end()}
      />
    </>
  );
}
