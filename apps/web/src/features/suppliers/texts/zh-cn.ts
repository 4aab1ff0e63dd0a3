import type { Translated } from '../../../i18n/translated.ts';
import type { suppliersShell as english } from './en.shell.ts';

/** Strings of this feature that the shell and the dashboard show. */
export const suppliersShell: Translated<typeof english> = {
  title: '供应商',
  go: '前往供应商',
  add: '添加供应商',
  tile: '联系人',
  tileHint: '供应商或货运代理',
};
