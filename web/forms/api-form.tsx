import type { ReactNode } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import type { ApiFormState } from './use-api-form.ts';

type ApiFormProps = {
  state: ApiFormState;
  className: string;
  /** Shown above the problem. */
  lead?: ReactNode;
  children: ReactNode;
};

/** A form of `useApiForm`, with the box for the problem that belongs to no field. */
export function ApiForm({ state: { problem, onSubmit }, className, lead, children }: ApiFormProps) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className={className}>
      {lead}
      {problem && <Notice tone="danger">{problem}</Notice>}
      {children}
    </form>
  );
}
