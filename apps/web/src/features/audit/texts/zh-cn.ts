import type { Translated } from '../../../i18n/translated.ts';
import type { auditShell as english } from './en.shell.ts';

/** Strings of this feature that the shell and the dashboard show. */
export const auditShell: Translated<typeof english> = {
  title: '审计日志',
};
