import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  neutral: 'bg-sunk text-soft',
  warning: 'bg-warning-tint text-warning',
  success: 'bg-success-tint text-success',
  danger: 'bg-danger-tint text-danger',
};

/** A small label of a state: draft, pinned, active. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
