import type { Translated } from '../../../i18n/translated.ts';
import type { resourcesShell as english } from './en.shell.ts';

/** Strings of this feature that the shell and the dashboard show. */
export const resourcesShell: Translated<typeof english> = {
  community: '社区',
  funding: '融资',
  tariff: '智能关税分类',
  reimbursement: '赔付',
  bookkeeper: '记账',
  listBusiness: '出售我的业务',
};
