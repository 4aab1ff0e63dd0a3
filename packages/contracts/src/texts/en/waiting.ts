/** The lines of the weekly summary that count the records that need attention, by area. */
export const waiting = {
  'waiting.in_review_one': '{{count}} invoice in review',
  'waiting.in_review_other': '{{count}} invoices in review',
  'waiting.payments_due_one': '{{count}} payment due within a week',
  'waiting.payments_due_other': '{{count}} payments due within a week',
  'waiting.payments_overdue_one': '{{count}} overdue payment',
  'waiting.payments_overdue_other': '{{count}} overdue payments',
  'waiting.unassigned_one': '{{count}} cost not assigned to products',
  'waiting.unassigned_other': '{{count}} costs not assigned to products',
  'waiting.unread_one': '{{count}} unread notification',
  'waiting.unread_other': '{{count}} unread notifications',
} as const;
