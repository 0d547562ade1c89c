import { type ReactNode, Suspense, useState } from 'react';

type MountOnOpenProps = { open: boolean; children: ReactNode };

/** Mounts a lazy dialog when it first opens, and keeps it mounted for its closing animation and its state. */
export function MountOnOpen({ open, children }: MountOnOpenProps) {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return wasOpened && <Suspense>{children}</Suspense>;
}
