import { useCallback, useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

/** Asks for confirmation before something unsaved, by default a text, is lost by a navigation or by closing the page. */
export function LeaveGuard({
  isUnsaved,
  text = postFormMessages.leaveText,
}: {
  isUnsaved: () => boolean;
  text?: string;
}) {
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) =>
        isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
      [isUnsaved],
    ),
  );
  useBeforeUnload(useCallback((event) => isUnsaved() && event.preventDefault(), [isUnsaved]));
  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    if (isBlocked && !isUnsaved()) blocker.proceed();
  }, [isBlocked, isUnsaved, blocker]);

  return (
    <ConfirmDialog
      open={isBlocked}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={postFormMessages.leaveTitle}
      description={text}
      confirmLabel={postFormMessages.leave}
      cancelLabel={postFormMessages.stay}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
