import type { Translated } from '../../../i18n/translated.ts';
import type { auditShell as english } from './en.shell.ts';

/** What shell and dashboard say of this feature. */
export const auditShell: Translated<typeof english> = {
  title: '审计日志',
};
