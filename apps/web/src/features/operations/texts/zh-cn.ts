import type { Translated } from '../../../i18n/translated.ts';
import type { operationsShell as english } from './en.shell.ts';

/** What shell and dashboard say of this feature. */
export const operationsShell: Translated<typeof english> = {
  title: '后台任务',
};
