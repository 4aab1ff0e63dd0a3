import type { Translated } from '../../../i18n/translated.ts';
import type { notifications as english } from './en.shell.ts';

/** What shell and dashboard say of this feature. */
export const notifications: Translated<typeof english> = {
  title: '通知',
};
