import * as shellMessages from '#locales/ru/shell.ts';
import type { Theme } from './theme.ts';

export const themeOptions: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: shellMessages.themeSystem },
  { value: 'light', label: shellMessages.themeLight },
  { value: 'dark', label: shellMessages.themeDark },
];
