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
};
