import type { Translated } from '../../../i18n/translated.ts';
import type { costsShell as english } from './en.shell.ts';

/** Strings of this feature that the shell and the dashboard show. */
export const costsShell: Translated<typeof english> = {
  title: '已分配成本',
};
