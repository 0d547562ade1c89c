import { lazy, useState } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import { fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as leavingMessages from '#locales/ru/leaving.ts';
import { Button } from '#web/ui/button.tsx';
import { MountOnOpen } from '#web/ui/mount-on-open.tsx';

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
);

/** How to leave the site; while a deletion waits, its day (the band on every page cancels it). */
export function DeleteAccountSection({ user }: { user: UserProfile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account" className="text-xl">
        {leavingMessages.heading}
      </h2>
      <p className="mt-1 text-sm text-soft">
        {user.deletion
          ? interpolate(leavingMessages.pending, { day: fullDate(user.deletion.due_at) })
          : leavingMessages.lead}
      </p>
      {!user.deletion && (
        <Button variant="secondary" className="mt-3" onClick={() => setOpen(true)}>
          {leavingMessages.openDialog}
        </Button>
      )}
      <MountOnOpen open={isOpen}>
        <DeleteAccountDialog open={isOpen} onClose={() => setOpen(false)} />
      </MountOnOpen>
    </section>
  );
}
