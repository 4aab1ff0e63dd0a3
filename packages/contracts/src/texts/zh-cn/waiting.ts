import type { waiting as english } from '../en/waiting.ts';

/** The lines of the weekly summary that count the records that need attention, in Simplified Chinese. */
export const waiting: Readonly<Partial<Record<keyof typeof english, string>>> = {
  'waiting.in_review_other': '{{count}} 张发票待审核',
  'waiting.unassigned_other': '{{count}} 项成本未分配到产品',
  'waiting.unread_other': '{{count}} 条未读通知',
};
