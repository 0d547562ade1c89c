import { t } from '#text/index.ts';
import type { Theme } from './theme.ts';

export const themeOptions: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: t('shell.themeSystem') },
  { value: 'light', label: t('shell.themeLight') },
  { value: 'dark', label: t('shell.themeDark') },
];
