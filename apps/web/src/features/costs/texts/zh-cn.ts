import type { Translated } from '../../../i18n/translated.ts';
import type { costsShell as english } from './en.shell.ts';

/** What shell and dashboard say of this feature. */
export const costsShell: Translated<typeof english> = {
  title: '已分配成本',
  short: '成本',
};
