import type { Translated } from '../translated.ts';
import type { security as english } from '../en/security.ts';

/** Strings of the second factor. */
export const security: Translated<typeof english> = {
  gate: {
    title: '需要双重验证',
    lead: '{{account}} 要求每个人启用双重验证。请使用手机上的任意身份验证器应用进行设置；随后将打开您请求的页面。',
    setUp: '立即设置',
    openOther: '改为打开 {{account}}',
  },
  proof: {
    title: '请确认是您本人',
    lead: '请重新输入密码：接下来的操作需要确认使用者的身份。五分钟内不会再次询问。',
    leadWithCode: '请重新输入密码和验证码：接下来的操作需要确认使用者的身份。五分钟内不会再次询问。',
    submit: '继续',
  },
  choose: {
    title: '设置新密码',
    lead: '所有已登录的浏览器都将退出。',
    submit: '设置新密码',
    doneTitle: '新密码已设置',
    done: '请使用新密码登录。我们也已通过邮件通知您。',
  },
  address: {
    title: '确认您的新电子邮件地址',
    lead: '今后您将使用此地址登录。您的其他浏览器将退出登录。',
    submit: '使用此地址',
    doneTitle: '您的地址已更改',
    done: '今后请使用 {{email}} 登录。',
    usedHint: '如果您之前已确认过该地址，则无需任何操作。否则请在个人资料中重新申请更改。',
    expiredHint: '您的地址没有变化。请在个人资料中重新申请更改。',
  },
};
