import type { Translated } from '../../../i18n/translated.ts';
import type { invoicesShell as english } from './en.shell.ts';

/** Strings of this feature that the shell and the dashboard show. */
export const invoicesShell: Translated<typeof english> = {
  title: '发票',
  go: '前往发票',
  add: '添加发票',
  tile: '发票',
  tileHint: '您收到的账单',
};
