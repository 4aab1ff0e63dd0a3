import { authenticate, demoStatus } from '@quayside/contracts/accounts/accounts';
import { listDocuments } from '@quayside/contracts/documents/documents';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import {
  listSentMails,
  retrySentMail,
  sendEmailWithAttachments,
  type SentMail,
} from '@quayside/contracts/documents/sent-mails';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { aToken } from '../../../testing/a-token.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aDocument } from '../../documents/testing/a-document.ts';
import { aMail, ARTWORK, GENERATED, generatedOrder, MARKS } from '../testing/a-mail.ts';
import { anItem, orderOf } from '../testing/an-order.ts';
import { startOrder } from '../testing/start-order.tsx';

const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => main.getByRole('button', { name });
const send = button(/^Send purchase order/);
const mails = main.getByRole('list', { name: 'What was sent to whom' });
const FAILED = aMail({
  id: idOf(92),
  state: 'FAILED',
  failure: 'The mail server does not know the recipient.',
  can: { retry: { allowed: true, reason: null } },
});

interface Start {
  readonly as?: Visitor;
  readonly sent?: readonly SentMail[];
}
function open(order: PurchaseOrderWithItems = generatedOrder(), { as = 'admin', sent = [] }: Start = {}) {
  const { api } = startOrder(order, as);
  let stored = [...sent];
  api.on(listSentMails, () => stored);
  api.on(sendEmailWithAttachments, ({ body }) => {
    const mail = aMail({ to: body.to, cc: body.cc, subject: body.subject, state: 'WAITING', endedAt: null });
    stored = [mail, ...stored];
    return mail;
  });
  renderScreen(paths.purchaseOrderSend(idOf(10)));
  return api;
}
async function address(name: 'To' | 'CC', text: string) {
  await main
    .getByLabelText(new RegExp(`^${name}`))
    .first()
    .click();
  await userEvent.keyboard(`${text}{Enter}`);
}

describe('sending a purchase order', () => {
  it('is filled in, takes further recipients and files, and is seen below once it is queued', async () => {
    await page.viewport(1440, 900);
    const api = open();
    await expect.element(main.getByText('sales@haosheng.example').first()).toBeVisible();
    await expect.element(main.getByText('ada@crane.example')).toBeVisible();
    await expect.element(field('Subject')).toHaveValue('Purchase order PO-2026-0007');
    await expect.element(main.getByRole('checkbox', { name: 'Attach kettle-art.docx' })).toBeChecked();
    await expect.element(main.getByText('1.4 MB of at most 20 MB together')).toBeVisible();
    await expect.element(main.getByText('Nothing was sent yet.')).toBeVisible();
    await expectNoSeriousFindings('/purchase-orders/:id/send');
    const shared = aDocument({ id: idOf(84), fileName: 'care-leaflet.docx', size: 524_288 });
    api.on(listDocuments, [shared, GENERATED]);
    await main.getByRole('combobox', { name: /^Attach another/ }).fill('leaflet');
    await page.getByRole('option', { name: /^care-leaflet/ }).click();
    await main.getByRole('checkbox', { name: 'Attach kettle-art.docx' }).click();
    await main.getByRole('checkbox', { name: 'Attach marks.docx' }).click();
    await address('CC', 'boss@haosheng.example');
    await field('Text').fill('Dear Li,\n\nprice < 5 & "firm".\nThank you.');
    await send.click();
    await expect.element(main.getByText('Purchase Order Sent!')).toBeVisible();
    await expect
      .element(main.getByText(/^.*sales@haosheng\.example, boss@haosheng\.example is on its way/))
      .toBeVisible();
    expect(api.asked(sendEmailWithAttachments).map(({ body }) => body)).toEqual([
      {
        to: ['sales@haosheng.example'],
        cc: ['boss@haosheng.example'],
        subject: 'Purchase order PO-2026-0007',
        body: '<p>Dear Li,</p><p>price &lt; 5 &amp; &quot;firm&quot;.<br>Thank you.</p>',
        documentIds: [GENERATED.id, shared.id, MARKS.id],
        entityType: 'PURCHASE_ORDER',
        entityId: idOf(10),
      },
    ]);
    await expect.element(mails.getByText('CC boss@haosheng.example', { exact: false })).toBeVisible();
    await expect.element(mails.getByText('On its way')).toBeVisible();
  });
  it('keeps everything that was typed when it fails, and sends the same mail once when it is tried again', async () => {
    const api = open();
    api.cut(sendEmailWithAttachments);
    await field('Subject').fill('Kettles for spring');
    await send.click();
    const alert = main.getByRole('alert').filter({ hasText: 'Error Sending Purchase Order!' });
    await expect.element(alert).toBeVisible();
    await expect.element(field('Subject')).toHaveValue('Kettles for spring');
    api.refuse(sendEmailWithAttachments, 'too_many', {
      message: 'At most 100 recipients within an hour. Try again later.',
    });
    await button('Try again').click();
    await expect.element(alert).toMatchTextContent(/At most 100 recipients within an hour/);
    const message = 'The attachments are 20.3 MB together. At most 20 MB can be sent.';
    api.refuse(sendEmailWithAttachments, 'too_large', {
      message,
      errors: [{ field: 'documentIds', code: 'documents.attachments_too_large', message }],
    });
    await button('Try again').click();
    await expect.element(main.getByText(message)).toBeVisible();
    api.on(sendEmailWithAttachments, aMail());
    await button('Try again').click();
    await expect.element(main.getByText('Purchase Order Sent!')).toBeVisible();
    const asked = api.asked(sendEmailWithAttachments);
    expect(new Set(asked.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(asked.at(-1)?.body.subject).toBe('Kettles for spring');
  });
  it('stays as it was typed while the session is renewed over it', async () => {
    const api = open();
    const isSecond = (headers: Headers) => headers.get('Authorization') === 'Bearer second';
    api.on(demoStatus, { available: false, hasMailbox: false });
    api.on(authenticate, aToken({ access_token: 'second' }));
    api.on(sendEmailWithAttachments, ({ headers }) => {
      if (!isSecond(headers)) throw refusal('session_ended');
      return aMail();
    });
    await field('Text').fill('Please confirm until Friday.');
    await send.click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
    await dialog.getByLabelText('Password', { exact: true }).fill('a long sentence');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect.element(main.getByText('Purchase Order Sent!')).toBeVisible();
    expect(api.asked(sendEmailWithAttachments).at(-1)?.body.body).toBe('<p>Please confirm until Friday.</p>');
  });
  it('refuses what cannot be sent: no or a wrong address, more than 20 MB', async () => {
    const large = { ...ARTWORK, size: 21 * 1024 * 1024 };
    const api = open(
      generatedOrder({
        contact: { id: idOf(100), companyName: 'Ningbo Haosheng', localName: null, email: null },
        uploadedDocuments: [large, GENERATED],
      }),
    );
    await expect
      .element(main.getByRole('link', { name: 'Add it to the supplier' }))
      .toHaveAttribute('href', paths.supplier(idOf(100)));
    await expect.element(main.getByText(/^The attachments are 21\.2 MB together/)).toBeVisible();
    await expect.element(send).toBeDisabled();
    await main.getByRole('checkbox', { name: 'Attach kettle-art.docx' }).click();
    await send.click();
    await expect.element(main.getByText('E-mail is required')).toBeVisible();
    await address('To', 'not-an-address');
    await send.click();
    await expect.element(main.getByText('E-mail must be valid')).toBeVisible();
    expect(api.asked(sendEmailWithAttachments)).toEqual([]);
  });
  it('comes after the PDF, and warns when that is older than the purchase order', async () => {
    open(orderOf([anItem()], { status: 'OPEN' }));
    await expect.element(main.getByText('There is no PDF yet. Generate it first, then send it.').first()).toBeVisible();
    await expect.element(send).toBeDisabled();
    await expect
      .element(main.getByRole('link', { name: 'Generate PDF' }))
      .toHaveAttribute('href', paths.purchaseOrderGenerate(idOf(10)));
  });
  it('warns when the purchase order was changed since its PDF was generated', async () => {
    open(generatedOrder({ isChangedSinceGenerated: true }));
    await expect.element(main.getByText(/^The purchase order was changed since revision 1/)).toBeVisible();
    await expect.element(send).toBeEnabled();
  });
});

describe('what was sent to whom', () => {
  it('names recipients, files, state and reason; a mail that failed is sent again with the same files', async () => {
    const waits = aMail({ id: idOf(399), state: 'NO_MAIL_SERVER', endedAt: null });
    const api = open(generatedOrder(), { sent: [FAILED, waits, aMail()] });
    api.on(retrySentMail, { ...FAILED, state: 'WAITING', failure: null });
    const failed = mails.getByRole('listitem').first();
    await expect.element(failed).toMatchTextContent(/Not sent/);
    await expect.element(failed).toMatchTextContent(/It did not leave: The mail server does not know the recipient/);
    await failed.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('The mail is on its way again')).toBeVisible();
    expect(api.asked(retrySentMail).map(({ params }) => params.id)).toEqual([FAILED.id]);
    const waiting = mails.getByRole('listitem').nth(1);
    await expect.element(waiting).toMatchTextContent(/No mail server.*It waits, because this installation has no mail/);
    const left = mails.getByRole('listitem').last();
    await expect.element(left).toMatchTextContent(/Sent.*Purchase order PO-2026-0007.*by Ada Crane/);
    expect(left.getByRole('button', { name: 'Send again' }).query()).toBeNull();
    await left.getByRole('button', { name: 'Show the text' }).click();
    await expect.element(left.getByText('Please confirm.')).toBeVisible();
  });
  it('is seen by viewers, who can neither send nor retry; on a phone nothing is cut off', async () => {
    await page.viewport(390, 844);
    const api = open(generatedOrder(), { as: 'viewer', sent: [FAILED] });
    await expect.element(mails.getByText('Not sent')).toBeVisible();
    await expect.element(mails.getByRole('button', { name: 'Send again' })).toBeDisabled();
    await expect.element(send).toBeDisabled();
    await expect.element(button('Download PDF')).toBeEnabled();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(api.asked(sendEmailWithAttachments)).toEqual([]);
    await page.viewport(1440, 900);
  });
  it('can be loaded again after an error', async () => {
    const { api } = startOrder(generatedOrder());
    api.refuse(listSentMails, 'purchasing.unknown');
    renderScreen(paths.purchaseOrderSend(idOf(10)));
    await expect.element(button('Try again')).toBeVisible();
    api.on(listSentMails, [aMail()]);
    await button('Try again').click();
    await expect.element(mails.getByText('Purchase order PO-2026-0007')).toBeVisible();
  });
});
