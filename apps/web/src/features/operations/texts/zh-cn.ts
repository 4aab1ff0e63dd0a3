import type { Translated } from '../../../i18n/translated.ts';
import type { operationsShell as english } from './en.shell.ts';

/** Strings of this feature that the shell and the dashboard show. */
export const operationsShell: Translated<typeof english> = {
  title: '后台任务',
};
