import type { Notification } from '@quayside/contracts/notifications/notifications';
import { describe, expect, it } from 'vitest';
import { groupsOf } from './groups.ts';
import { badgeOf, bellTone, hrefOf } from './look.ts';

const base: Notification = {
  id: '',
  summary: 'Import finished',
  message: 'a.csv',
  messageDateTime: 1_795_168_800,
  messageDate: '2026-11-20T10:00:00.000Z',
  notificationType: 'INFO',
  notificationStatus: 'UNREAD',
  about: { type: 'IMPORT', id: 'x', label: 'a.csv' },
};
const at = (minutes: number, more: Partial<Notification> = {}): Notification => ({
  ...base,
  id: `n${minutes}`,
  messageDateTime: base.messageDateTime - minutes * 60,
  ...more,
});
const invoice = (minutes: number, label: string) =>
  at(minutes, { summary: `Invoice ${label} is open again`, about: { type: 'INVOICE', id: label, label } });
const shape = (list: readonly Notification[]) => groupsOf(list).map((group) => group.items.map((n) => n.id).join(' '));

describe('similar notifications', () => {
  it('are grouped if they arrived shortly after each other', () => {
    expect(shape([at(0), at(10), at(69), at(130)])).toEqual(['n0 n10 n69', 'n130']);
    expect(shape([])).toEqual([]);
  });
  it('may have different subjects and figures', () => {
    expect(shape([invoice(0, 'HS-A'), invoice(1, 'Kettle'), at(2), invoice(3, 'HS-B')])).toEqual(['n0 n1', 'n2', 'n3']);
    const check = (minutes: number, n: number) =>
      at(minutes, { summary: `Cost check found ${n} differences`, about: null });
    expect(shape([check(0, 2), check(5, 12)])).toEqual(['n0 n5']);
  });
  it('have the same type and the same text', () => {
    expect(
      shape([at(0), at(1, { notificationType: 'ERROR' }), at(2, { summary: 'Import failed' }), at(3, { about: null })]),
    ).toEqual(['n0', 'n1', 'n2', 'n3']);
  });
});

describe('the look of a notification', () => {
  it('includes a bell in the colour of its type, which is grey once it was read', () => {
    const tones = (['ERROR', 'ACTION_NEEDED', 'INFO'] as const).map((notificationType) =>
      bellTone({ ...base, notificationType }),
    );
    expect([...tones, bellTone({ ...base, notificationType: 'ERROR', notificationStatus: 'READ' })]).toEqual([
      'danger',
      'warning',
      'info',
      'neutral',
    ]);
  });
  it('counts up to 99', () => {
    expect([0, 1, 99, 100].map((unread) => badgeOf(unread, '99+'))).toEqual([undefined, '1', '99', '99+']);
  });
  it('links to the subject unless it no longer exists', () => {
    const href = (type: NonNullable<Notification['about']>['type'], label: string | null = 'HP/1') =>
      hrefOf({ about: { type, id: 'i1', label } });
    expect([href('INVOICE'), href('PRODUCT'), href('DOCUMENT'), href('SUPPLIER'), href('IMPORT')]).toEqual([
      '/invoices/i1',
      '/products/HP%2F1',
      '/invoices-purchase-orders/documents?open=i1',
      '/suppliers/i1',
      '/products/import/i1',
    ]);
    expect([href('INVOICE', null), hrefOf({ about: null })]).toEqual([undefined, undefined]);
  });
});
