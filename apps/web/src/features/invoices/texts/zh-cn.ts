import type { Translated } from '../../../i18n/translated.ts';
import type { invoicesShell as english } from './en.shell.ts';

/** What shell and dashboard say of this feature. */
export const invoicesShell: Translated<typeof english> = {
  title: '发票',
  go: '前往发票',
  add: '添加发票',
  tile: '发票',
  tileHint: '您收到的账单',
};
