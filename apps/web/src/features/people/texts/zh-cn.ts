import type { Translated } from '../../../i18n/translated.ts';
import type { peopleShell as english } from './en.shell.ts';

/** Strings of this feature that the shell and the dashboard show. */
export const peopleShell: Translated<typeof english> = {
  title: '用户',
  tile: '用户',
  tileHint: '一起工作的人',
};
