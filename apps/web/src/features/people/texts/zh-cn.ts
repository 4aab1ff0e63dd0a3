import type { Translated } from '../../../i18n/translated.ts';
import type { peopleShell as english } from './en.shell.ts';

/** What shell and dashboard say of this feature. */
export const peopleShell: Translated<typeof english> = {
  title: '用户',
  tile: '用户',
  tileHint: '一起工作的人',
};
