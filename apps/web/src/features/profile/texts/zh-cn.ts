import type { Translated } from '../../../i18n/translated.ts';
import type { profile as english } from './en.shell.ts';

/** Strings of the pages on which a person changes their own settings. */
export const profile: Translated<typeof english> = {
  title: '个人资料',
  entity: '个人资料',
  tabs: { profile: '个人资料', company: '公司', security: '安全', 'notification-settings': '通知设置' },
  saved: '个人资料已保存',
  you: '您',
  firstName: '名',
  lastName: '姓',
  phone: '电话',
  timeZone: '时区',
  timeZoneHelp: '您自己的时区。账户的日期按账户的时区计算。',
  language: '语言',
  languageHelp: '用于您看到的界面和发给您的邮件。未选择时使用浏览器的语言。',
  ofBrowser: '浏览器的语言',
  dateOfBirth: '出生日期',
  bornLater: '出生日期必须早于今天',
  bio: '个人简介',
  bioHelp: '您所属账户的成员可以看到。',
};
