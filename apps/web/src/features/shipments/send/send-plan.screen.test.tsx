import { getAccountSettings } from '@quayside/contracts/accounts/accounts';
import {
  listSentMails,
  retrySentMail,
  sendEmailWithAttachments,
  type SentMail,
} from '@quayside/contracts/documents/sent-mails';
import {
  getShipmentPlan,
  getShipmentPlanCsv,
  getShipmentPlanCsvDocument,
  getShipmentPlanEmail,
} from '@quayside/contracts/shipments/shipment-plans';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf, someSettings, type Visitor } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aDocument } from '../../documents/testing/a-document.ts';
import { aPlan } from '../plans/testing/a-plan.ts';
import { startPlan } from '../plans/testing/start-plan.tsx';

const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => main.getByRole('button', { name });
const send = button(/^Send shipment plan/);
const mails = main.getByRole('list', { name: 'What was sent to whom' });
const preview = main.getByRole('table', { name: 'CSV' });

const CSV = '\uFEFFPack list,SKU,Product,Units\r\nPL-0412,HP-KTL-17,"Kettle, black",1008\r\n';
const KEPT = aDocument({ id: idOf(81), fileName: 'SP-0118.csv', contentType: 'text/csv', size: 62 });
const BOOKING = aDocument({ id: idOf(82), fileName: 'booking.docx', size: 102_400 });

const aMail = (over: Partial<SentMail> = {}): SentMail => ({
  id: idOf(91),
  entities: [{ entityType: 'SHIPMENT_PLAN', entityId: idOf(900), label: 'SP-0118' }],
  to: ['bookings@meridian.example'],
  cc: [],
  replyTo: 'ada@crane.example',
  subject: 'Shipment plan SP-0118',
  body: '<p>Please quote.</p>',
  attachments: [],
  state: 'SENT',
  failure: null,
  queuedAt: '2026-11-20T10:00:00Z',
  sentBy: { id: idOf(1), name: 'Ada Crane' },
  endedAt: '2026-11-20T10:00:05Z',
  can: { retry: { allowed: false, reason: 'Only a mail that failed can be sent again.' } },
  ...over,
});

function open(over: Parameters<typeof aPlan>[0] = {}, as: Visitor = 'admin', sent: readonly SentMail[] = []) {
  const { api } = startPlan(aPlan(over), { as });
  let stored = [...sent];
  api.on(getShipmentPlanCsv, new File([CSV], 'SP-0118.csv', { type: 'text/csv' }));
  api.on(getShipmentPlanCsvDocument, KEPT);
  api.on(getShipmentPlanEmail, {
    to: ['bookings@meridian.example'],
    subject: 'Shipment plan SP-0118',
    body: '<p>Dear Meridian,</p><p>please find attached SP-0118.<br>ETD 21 Dec 2026.</p>',
    attachments: [],
  });
  api.on(listSentMails, () => stored);
  api.on(sendEmailWithAttachments, ({ body }) => {
    const mail = aMail({ to: body.to, subject: body.subject, state: 'WAITING', endedAt: null });
    stored = [mail, ...stored];
    return mail;
  });
  renderScreen(paths.shipmentPlanSend(idOf(900)));
  return api;
}

describe('sending a shipment plan', () => {
  it('shows the CSV and the proposed mail, keeps the CSV as a document when it is sent, and tells what happens to it', async () => {
    await page.viewport(1440, 900);
    const api = open({ uploadedDocuments: [BOOKING, KEPT] });
    await expect.element(preview.getByRole('columnheader', { name: 'Pack list' })).toBeVisible();
    await expect.element(preview.getByRole('cell', { name: 'Kettle, black' })).toBeVisible();
    await expect.element(main.getByText('SP-0118.csv, 1 row')).toBeVisible();
    await expect.element(main.getByText('bookings@meridian.example').first()).toBeVisible();
    await expect.element(field('Subject')).toHaveValue('Shipment plan SP-0118');
    await expect
      .element(field('Text'))
      .toHaveValue('Dear Meridian,\n\nplease find attached SP-0118.\nETD 21 Dec 2026.');
    await expect.element(main.getByText('Always attached')).toBeVisible();
    await expectNoSeriousFindings('/shipment-plan/:id/send');
    expect(api.asked(getShipmentPlanCsvDocument)).toEqual([]);
    await main.getByRole('checkbox', { name: 'Attach booking.docx' }).click();
    await send.click();
    await expect.element(main.getByText('Shipment Plan Sent!')).toBeVisible();
    expect(api.asked(getShipmentPlanCsvDocument)).toHaveLength(1);
    expect(api.asked(sendEmailWithAttachments).map(({ body }) => body)).toEqual([
      {
        to: ['bookings@meridian.example'],
        cc: [],
        subject: 'Shipment plan SP-0118',
        body: '<p>Dear Meridian,</p><p>please find attached SP-0118.<br>ETD 21 Dec 2026.</p>',
        documentIds: [KEPT.id, BOOKING.id],
        entityType: 'SHIPMENT_PLAN',
        entityId: idOf(900),
      },
    ]);
    await expect.element(mails.getByText('On its way')).toBeVisible();
  });
  it('says that there is no mail server, and keeps everything that was typed', async () => {
    const api = open();
    const message = 'This installation sends no mails.';
    api.refuse(sendEmailWithAttachments, 'documents.no_mail_server', { message });
    await field('Subject').fill('Kettles for spring');
    await send.click();
    const alert = main.getByRole('alert').filter({ hasText: 'Error Sending Shipment Plan!' });
    await expect.element(alert).toMatchTextContent(/This installation sends no mails/);
    await expect.element(field('Subject')).toHaveValue('Kettles for spring');
    await expect.element(button('Download CSV')).toBeEnabled();
  });
  it('sends nothing when the CSV cannot be kept', async () => {
    const api = open();
    api.refuse(getShipmentPlanCsvDocument, 'documents.quota', { message: 'The storage is full.' });
    await send.click();
    await expect.element(main.getByRole('alert').filter({ hasText: 'The storage is full.' })).toBeVisible();
    expect(api.asked(sendEmailWithAttachments)).toEqual([]);
  });
  it('asks for an address where the carrier has none or there is no carrier', async () => {
    const api = open({ carrierContact: { id: idOf(100), companyName: 'Meridian', email: null } });
    api.on(getShipmentPlanEmail, { to: [], subject: 'Shipment plan SP-0118', body: '<p>Hello</p>', attachments: [] });
    await expect
      .element(main.getByRole('link', { name: 'Add it to the supplier' }))
      .toHaveAttribute('href', paths.supplier(idOf(100)));
    await send.click();
    await expect.element(main.getByText('E-mail is required')).toBeVisible();
    expect(api.asked(getShipmentPlanCsvDocument)).toEqual([]);
  });
  it('says that it was changed since it was sent, and retries a mail that failed', async () => {
    const failed = aMail({
      state: 'FAILED',
      failure: 'The mail server does not know the recipient.',
      can: { retry: { allowed: true, reason: null } },
    });
    const api = open({ sentAt: '2026-11-20T10:00:00Z', isChangedSinceSent: true }, 'admin', [failed]);
    api.on(retrySentMail, { ...failed, state: 'WAITING', failure: null });
    await expect.element(main.getByText(/^Changed since it was sent/)).toBeVisible();
    await mails.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('The mail is on its way again')).toBeVisible();
  });
  it('can be read and downloaded by viewers, who cannot send; on a phone nothing is cut off', async () => {
    await page.viewport(390, 844);
    const api = open({}, 'viewer');
    await expect.element(preview).toBeVisible();
    await expect.element(send).toBeDisabled();
    await expect.element(button('Download CSV')).toBeEnabled();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(api.asked(sendEmailWithAttachments)).toEqual([]);
    await page.viewport(1440, 900);
  });
  it('can load its CSV and its proposed mail again after an error', async () => {
    const { api } = startPlan(aPlan());
    api.refuse(getShipmentPlanCsv, 'unavailable');
    api.refuse(getShipmentPlanEmail, 'unavailable');
    renderScreen(paths.shipmentPlanSend(idOf(900)));
    await expect.poll(() => main.getByRole('alert').elements().length).toBe(2);
    await expect.element(button('Download CSV')).toBeDisabled();
    api.on(getShipmentPlanCsv, new File([CSV], 'SP-0118.csv', { type: 'text/csv' }));
    await button('Try again').first().click();
    await expect.element(preview).toBeVisible();
  });
  it('is not found in an account without orders and shipping', async () => {
    const { api } = startPlan(aPlan());
    api.on(getAccountSettings, someSettings({ isOrdersAndShippingEnabled: false }));
    renderScreen(paths.shipmentPlanSend(idOf(900)));
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(getShipmentPlan)).toEqual([]);
  });
  it('says when there is no such plan', async () => {
    const { api } = startPlan(aPlan());
    api.refuse(getShipmentPlan, 'shipments.unknown_plan');
    renderScreen(paths.shipmentPlanSend(idOf(900)));
    await expect.element(page.getByText('This shipment plan does not exist')).toBeVisible();
  });
});
