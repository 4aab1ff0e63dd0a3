import { uploadDocument } from '@quayside/contracts/documents/documents';
import { deleteInvoice } from '@quayside/contracts/invoices/invoices';
import { matchDocument, replaceInvoiceUpload } from '@quayside/contracts/invoices/invoice-documents';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { oleFile, PDF, pdfOf } from '../../../testing/documents.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';

let t: TestApp;
let who: TestPerson;
let supplier: string;
beforeAll(async () => {
  t = await startTestApp();
  who = await t.admin();
  supplier = await aSupplier(t, who, {
    name: 'Ningbo Yongjia Houseware Co., Ltd.',
    localName: '宁波永佳家居用品有限公司',
    currency: 'USD',
  });
});
afterAll(() => t.close());

const upload = async (lines: string[][], person = who) => {
  const { id } = await t.ok(person, uploadDocument, { file: { name: 'a.pdf', content: pdfOf(lines) } });
  await t.readTexts();
  return id;
};
const match = (documentId: string, person = who) => t.ok(person, matchDocument, { params: { documentId } });
const numbersOf = async (documentId: string) =>
  (await match(documentId)).candidates.map((c) => c.invoice.invoiceNumber);
const bill = async (
  invoiceNumber: string,
  more: { date?: string; total?: string; currency?: string; supplierId?: string } = {},
) => (await anInvoice(t, who, { supplierId: supplier, invoiceNumber, date: '2026-11-16', ...more })).id;

describe('matching a document', () => {
  it('finds the invoice by number, total, supplier and date, with the matched text and its page', async () => {
    const id = await bill('INV-2026-0042', { total: '1234.50' });
    const documentId = await upload([
      ['Invoice No. inv 2026 0042', '宁波永佳家居用品有限公司'],
      ['Nov 16, 2026', 'Total USD 1,234.50'],
    ]);
    expect(await match(documentId)).toEqual({
      textState: 'READY',
      candidates: [
        {
          invoice: {
            id,
            invoiceNumber: 'INV-2026-0042',
            supplierName: 'Ningbo Yongjia Houseware Co., Ltd.',
            date: '2026-11-16',
            total: '1234.50',
            currency: 'USD',
            status: 'WORKING',
            hasDocument: false,
          },
          reasons: [
            { kind: 'NUMBER', text: 'inv 2026 0042', page: 1 },
            { kind: 'TOTAL', text: '1,234.50', page: 2 },
            { kind: 'SUPPLIER', text: '宁波永佳家居用品有限公司', page: 1 },
            { kind: 'DATE', text: 'Nov 16, 2026', page: 2 },
          ],
          score: 100,
        },
      ],
      suppliers: [{ id: supplier, companyName: 'Ningbo Yongjia Houseware Co., Ltd.' }],
    });
    // Even the best match is attached only on request.
    expect((await match(documentId)).candidates).toMatchObject([{ invoice: { id, hasDocument: false } }]);
  });

  it("finds by any one of them except the date, best match first, and only around the document's dates", async () => {
    const other = await aSupplier(t, who, { name: 'Maersk Line', currency: 'USD' });
    await bill('A-100', { supplierId: other, date: '2025-01-01' });
    await bill('B-100', { supplierId: other, date: '2025-06-30', total: '777.00' });
    await bill('C-100', { supplierId: other, date: '2025-06-10' });
    await bill('D-100', { supplierId: other, date: '2024-06-10', total: '777.00' });
    const documentId = await upload([['Maersk Line', 'of 10.06.2025', 'A 100', 'Total 777.00']]);
    expect((await match(documentId)).candidates.map((c) => [c.invoice.invoiceNumber, c.score])).toEqual([
      ['A-100', 65],
      ['B-100', 40],
      ['C-100', 25],
    ]);
    const onlyDate = await upload([['of 10.06.2025']]);
    expect((await match(onlyDate)).candidates).toEqual([]);
  });

  it('finds the invoice with the same file, and ignores deleted invoices', async () => {
    const content = Buffer.concat([PDF, Buffer.from('same')]);
    const id = await bill('FILE-1');
    await t.ok(who, replaceInvoiceUpload, { params: { id }, file: { name: 'first.pdf', content } });
    const copy = await t.ok(who, uploadDocument, { file: { name: 'copy.pdf', content } });
    expect(await match(copy.id)).toMatchObject({
      textState: 'PENDING',
      candidates: [{ invoice: { id, hasDocument: true }, reasons: [{ kind: 'FILE', page: null }], score: 50 }],
      suppliers: [],
    });
    await t.ok(who, deleteInvoice, { params: { id } });
    expect((await match(copy.id)).candidates).toEqual([]);
  });

  it('says when there is no text to match, and refuses a document of another account', async () => {
    const word = await t.ok(who, uploadDocument, { file: { name: 'a.doc', content: oleFile('WordDocument') } });
    expect(await match(word.id)).toEqual({ textState: 'NONE', candidates: [], suppliers: [] });
    expect(await t.call(await t.admin(), matchDocument, { params: { documentId: word.id } })).toMatchObject({
      status: 404,
      error: { code: 'documents.unknown' },
    });
  });

  it('stays within the account', async () => {
    const other = await t.admin();
    const documentId = await upload([['INV-2026-0042', 'Ningbo Yongjia Houseware', '2026-11-16', '1,234.50']], other);
    expect(await match(documentId, other)).toEqual({ textState: 'READY', candidates: [], suppliers: [] });
  });

  it('returns 20 candidates out of 30,000 invoices', async () => {
    await t.work(who, (w) =>
      sql`
        insert into invoice (
          account_id, id, supplier_id, invoice_number, date, currency, status, total_minor, created_at, updated_at,
          is_number_from_date
        )
        select ${who.accountId}, gen_random_uuid(), ${supplier}, 'BULK/' || g, date '2020-01-01' + (g % 2000), 'USD',
          'WORKING', g * 13, now(), now(), false
        from generate_series(1, 30000) g`.execute(w.tx),
    );
    const documentId = await upload([
      ['Invoice bulk 27001', 'Ningbo Yongjia Houseware', 'USD 3,510.13', 'of 2021-03-01'],
    ]);
    const { candidates } = await match(documentId);
    expect(candidates).toHaveLength(20);
    expect(candidates[0]).toMatchObject({
      invoice: { invoiceNumber: 'BULK/27001', total: '3510.13' },
      reasons: [{ kind: 'NUMBER' }, { kind: 'TOTAL' }, {}],
    });
    expect(await numbersOf(documentId)).toEqual(candidates.map((c) => c.invoice.invoiceNumber));
  });
});
