import type { Translated } from '../../../i18n/translated.ts';
import type { productsShell as english } from './en.shell.ts';

/** Strings of this feature that the shell and the dashboard show. */
export const productsShell: Translated<typeof english> = {
  title: '产品',
  go: '前往产品',
  add: '添加产品',
  tile: '产品',
  tileHint: '您销售的商品',
};
