import type { ImportTask } from '#contract/imports.ts';
import * as messages from '#locales/ru/staff-imports.ts';
import { Badge } from '#web/ui/badge.tsx';

const tones = {
  waiting: 'neutral',
  running: 'neutral',
  done: 'success',
  stopped: 'warning',
  failed: 'danger',
} as const;

export const isActive = ({ state }: ImportTask): boolean => state === 'waiting' || state === 'running';

export function ImportState({ task: { stage, state } }: { task: ImportTask }) {
  return <Badge tone={tones[state]}>{messages.states[stage][state]}</Badge>;
}
