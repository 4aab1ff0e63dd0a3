import { checkPackingList, importPackingList, type PackingList } from '@quayside/contracts/shipments/packing-lists';
import { undoOperation } from '@quayside/contracts/undo';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aPlan, plansAway } from '../plans/testing/a-plan.ts';
import { openPlan, OPERATION, startPlan } from '../plans/testing/start-plan.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name });
const rows = dialog.getByRole('table', { name: 'Rows of the packing list' });
const row = (text: string) => rows.getByRole('row', { name: new RegExp(text) });
const differences = dialog.getByRole('table', { name: 'Differences to the plan' });
const unit = dialog.getByRole('combobox', { name: 'Unit of column G.W./CTN' });

const BLOCK = 'C/NO.\tSKU\tG.W./CTN\n1-84\tHP-KTL-17\t14.88';
const column = (
  heading: string,
  field: PackingList['columns'][number]['field'],
  over: Partial<PackingList['columns'][number]> = {},
) => ({ heading, field, samples: ['12'], numbers: null, unit: null, question: null, ...over });
const KILOGRAMS = { kind: 'WEIGHT' as const, unit: 'KG' as const, isOpen: false };
const KETTLES: PackingList['rows'][number] = {
  ...{ row: 2, place: '1-84', cartons: 84, unitsPerCarton: 12, units: 1008 },
  product: { id: idOf(200), sku: 'HP-KTL-17', name: 'Pour-over kettle' },
  ...{ becomes: 'NEW', cartonNumber: null, cartonWeight: '14.88 kg', marks: '<b>ACME</b>', errors: [] },
  packs: [{ orderId: idOf(300), orderNumber: 'SO-000007', invoiceNumber: 'NB-7001', cartons: 84, units: 1008 }],
  cartonType: { name: '60 × 40 × 40 cm', isNew: true },
};
/** The server's answer to the pasted block: the plan is packed as the factory says. */
const aList = (over: Partial<PackingList> = {}): PackingList => ({
  ...{ version: 7, isComparison: false, sheet: null, headingRow: 1, mapping: 'GUESSED', missing: null },
  columns: [
    column('C/NO.', 'cartonNumbers'),
    column('SKU', 'sku'),
    column('G.W./CTN', 'cartonWeight', { unit: KILOGRAMS }),
  ],
  rows: [KETTLES],
  counts: {
    ...{ rows: 1, fail: 0, skipped: 1, cartonRows: 1, same: 0, changed: 0, removed: 2, cartons: 84, units: 1008 },
    ...{ packedNow: 8, cartonTypes: 1 },
  },
  skipped: [{ row: 3, text: 'TOTAL 84' }],
  differences: [],
  differenceCount: 0,
  ...over,
});
const WRONG = aList({
  rows: [
    {
      ...KETTLES,
      becomes: null,
      packs: [],
      errors: [{ column: 'unitsPerCarton', value: '12', message: '400 are left' }],
    },
  ],
  counts: { ...aList().counts, fail: 1, cartonRows: 0 },
});
const MORE_PLANNED: PackingList['differences'][number] = {
  ...{ code: 'TOTAL', sku: 'HP-KTL-17', planned: 1008, packed: 1000 },
  plannedIn: [{ place: 'CT-0001', units: 1008 }],
  packedIn: [{ place: '1-84', units: 1000 }],
};

function start(list: PackingList = aList()) {
  const server = startPlan(aPlan());
  server.api.on(checkPackingList, list);
  server.api.on(importPackingList, { ...list, operationId: OPERATION });
  return server;
}
/** Opens the dialog of the plan, and pastes the block of cells. */
async function paste() {
  openPlan();
  await main.getByRole('button', { name: 'Packing list' }).click();
  await dialog.getByRole('textbox', { name: 'Or paste a block of cells' }).fill(BLOCK);
}

describe('the packing list of a plan', () => {
  it('shows what becomes of each row before anything is stored; marks are text', async () => {
    const { api } = startPlan(aPlan());
    api.on(checkPackingList, aList());
    renderScreen(paths.shipmentPlan(idOf(900)));
    await main.getByRole('button', { name: 'Packing list' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste a block of cells' }).fill(BLOCK);
    await expect.element(row('HP-KTL-17')).toMatchTextContent(/84 × 12.*New carton row.*1,008 from SO-000007, NB-7001/);
    await expect.element(row('HP-KTL-17')).toMatchTextContent(/14\.88 kg · 60 × 40 × 40 cm \(new\) · <b>ACME<\/b>/);
    await expect
      .element(dialog.getByText(/^The packing list has 1,008 units in 84 cartons\./))
      .toMatchTextContent(
        /1 carton row is made\. 2 carton rows of the plan go\. 8 units are packed that were in no pack list\./,
      );
    await expect.element(dialog.getByText('1 row names no cartons: TOTAL 84')).toBeVisible();
    await expect.element(dialog.getByText(/^Plan and packing list have the same units/)).toBeVisible();
    expect(api.asked(checkPackingList).map(({ body }) => body)).toEqual([{ text: BLOCK, rest: 'KEEP' }]);
    expect(api.asked(importPackingList)).toEqual([]);
    await expectNoSeriousFindings();
  });

  it('is imported with the version that was looked at, and Undo takes it back', async () => {
    const { api } = start();
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    await paste();
    await expect.element(button('Pack 84 cartons')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('84 cartons are packed as the packing list says')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    const [sent] = api.asked(importPackingList);
    expect(sent?.body).toEqual({ text: BLOCK, rest: 'KEEP', version: 7 });
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => api.asked(undoOperation)[0]?.params.operationId).toBe(OPERATION);
  });

  it('names each wrong cell, and cannot be imported with one', async () => {
    start(WRONG);
    await paste();
    await expect.element(row('HP-KTL-17')).toMatchTextContent('Units per carton: 12 – 400 are left');
    await expect.element(dialog.getByText(/^1 row has errors\. Correct it in the file/)).toBeVisible();
    await expect.element(button('Pack 84 cartons')).toBeDisabled();
    await button('Choose another file').click();
    await expect.element(dialog.getByRole('textbox', { name: 'Or paste a block of cells' })).toBeVisible();
  });

  it('asks for a unit that nothing names, and for the fields of columns', async () => {
    const open = aList({
      columns: [
        column('C/NO.', 'cartonNumbers'),
        column('SKU', null),
        column('G.W./CTN', 'cartonWeight', {
          unit: { kind: 'WEIGHT', unit: null, isOpen: true },
          question: 'Column G.W./CTN has no unit',
        }),
      ],
    });
    const { api } = start();
    api.on(checkPackingList, ({ body }) => (body.units && body.columns ? aList() : open));
    await paste();
    await expect.element(button('Pack 84 cartons')).toBeDisabled();
    await unit.selectOptions('kg');
    await dialog.getByRole('combobox', { name: 'What column SKU holds' }).selectOptions('SKU or another code');
    await expect.element(button('Pack 84 cartons')).toBeEnabled();
    expect(api.asked(checkPackingList).at(-1)?.body).toEqual({
      ...{ text: BLOCK, rest: 'KEEP', units: [null, null, 'KG'] },
      columns: ['cartonNumbers', 'sku', 'cartonWeight'],
    });
  });

  it('asks of what a weight is, and for the decimal mark', async () => {
    const { api } = start(
      aList({
        columns: [
          column('Qty', 'cartonWeight', { numbers: { reading: 'OPEN', ambiguous: '1,234' }, unit: KILOGRAMS }),
          column('G.W.', null, { question: 'Is this the weight of one carton, or of all cartons of the row?' }),
        ],
      }),
    );
    await paste();
    await expect.element(dialog.getByText(/^Is this the weight of one carton/)).toBeVisible();
    await expect.element(button('Pack 84 cartons')).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'How the numbers in column Qty are written' }).selectOptions('1.234,56');
    await expect.poll(() => api.asked(checkPackingList).at(-1)?.body.decimalMarks).toEqual([',', null]);
  });

  it('does not go on while it asks of what a weight is', async () => {
    start(aList({ columns: [column('G.W.', null, { question: 'Is this the weight of one carton, or of all?' })] }));
    await paste();
    await expect.element(dialog.getByText(/^Is this the weight of one carton/)).toBeVisible();
    await expect.element(button('Pack 84 cartons')).toBeDisabled();
  });

  it('names the cartons of both sides where plan and list differ, and can unpack the rest', async () => {
    const { api } = start(aList({ differences: [MORE_PLANNED], differenceCount: 1 }));
    await paste();
    await expect
      .element(differences.getByRole('row', { name: /HP-KTL-17/ }))
      .toMatchTextContent(/1,008 CT-0001: 1,008.*1,000 1-84: 1,000/);
    await dialog.getByRole('checkbox', { name: /^Take what the factory did not pack/ }).click();
    await expect.poll(() => api.asked(checkPackingList).at(-1)?.body.rest).toBe('UNPACK');
    await button('Pack 84 cartons').click();
    await expect.poll(() => api.asked(importPackingList)[0]?.body.rest).toBe('UNPACK');
  });

  it('is checked again when somebody else has changed the plan', async () => {
    const { api } = start();
    api.refuse(importPackingList, 'conflict_version', { message: 'Somebody else changed this' });
    await paste();
    await button('Pack 84 cartons').click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Somebody else changed this');
    await expect.poll(() => api.asked(checkPackingList).length).toBeGreaterThan(1);
  });

  it('waits, and can be tried again when it cannot be read', async () => {
    const { api } = start();
    const release = api.hold(checkPackingList);
    await paste();
    await expect.element(dialog.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(row('HP-KTL-17')).toBeVisible();
    api.refuse(checkPackingList, 'imports.unreadable', { message: 'A quote never closes' });
    await button('Choose another file').click();
    await dialog.getByRole('textbox', { name: 'Or paste a block of cells' }).fill('"');
    await expect.element(dialog.getByText(/A quote never closes/)).toBeVisible();
    api.on(checkPackingList, aList());
    await button('Try again').click();
    await expect.element(row('HP-KTL-17')).toBeVisible();
  });

  it('is read from a file; one of another kind or too large a one is refused', async () => {
    const { api } = start();
    openPlan();
    await main.getByRole('button', { name: 'Packing list' }).click();
    const input = dialog.getByLabelText('File with the packing list');
    await input.upload(new File(['x'], 'list.pdf'));
    await expect.element(dialog.getByText('Only XLSX, CSV and TSV files are allowed')).toBeVisible();
    await input.upload(new File(['x'.repeat(700_000)], 'list.xlsx'));
    await expect.element(dialog.getByText(/^The file is larger than 659 KB\./)).toBeVisible();
    await input.upload(new File([BLOCK], 'HS-7.xlsx'));
    await expect.element(page.getByRole('dialog', { name: 'HS-7.xlsx for SP-0118' })).toBeVisible();
    await expect.poll(() => atob(api.asked(checkPackingList)[0]?.body.base64 ?? '')).toBe(BLOCK);
  });
});

describe('the packing list of a plan that cannot be packed', () => {
  it('is only compared, from the menu of a plan that has left', async () => {
    const { api } = startPlan(plansAway());
    const compared = aList({
      isComparison: true,
      rows: [{ ...KETTLES, becomes: null, packs: [] }],
      differences: [{ ...MORE_PLANNED, code: 'PLACE', packed: 1008, packedIn: [] }],
      differenceCount: 1,
    });
    api.on(checkPackingList, compared);
    openPlan();
    await main.getByRole('button', { name: 'More actions for SP-0118' }).click();
    await page.getByRole('menuitem', { name: 'Compare with a packing list' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste a block of cells' }).fill(BLOCK);
    await expect.element(dialog.getByText(/^This plan has left, so the packing list is only compared/)).toBeVisible();
    await expect
      .element(differences.getByRole('row', { name: /HP-KTL-17/ }))
      .toMatchTextContent(/in other cartons.*1,008 CT-0001: 1,008.*1,008 nowhere/);
    expect(button('Pack 84 cartons').query()).toBeNull();
    await button('Close').last().click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('is compared by a viewer, who cannot import it', async () => {
    const { api } = startPlan(aPlan(), { as: 'viewer' });
    api.on(checkPackingList, aList());
    await paste();
    await expect.element(row('HP-KTL-17')).toBeVisible();
    await expect.element(button('Pack 84 cartons')).toBeDisabled();
    await expect.element(dialog.getByText(/may read this, but not change it/).first()).toBeVisible();
  });
});
