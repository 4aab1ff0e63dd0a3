import { type Explain, type ExplainEntry, explainProduct } from '@quayside/contracts/costs/costs';
import { getLotTakingTotals, listLotTakings, type LotTaking } from '@quayside/contracts/stock/lot-takings';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import type { ExplainFocus } from './explain-focus.ts';
import { ExplainPanel } from './explain-panel.tsx';
import { factory, freight } from '../testing/an-explanation.ts';
import { explained, storedId } from '../testing/stored-explanation.ts';

const panel = page.getByRole('complementary', { name: 'Explain this unit cost' });
/** Figures that are wider than their element, so that they lie over what is beside them. */
const overlongFigures = () =>
  [...panel.element().querySelectorAll<HTMLElement>('.num')]
    .filter((figure) => figure.clientWidth > 0 && figure.scrollWidth > figure.clientWidth + 1)
    .map((figure) => figure.textContent);
const entry = (name: string) => panel.getByRole('button', { name: new RegExp(`^${name}`) });

function Explained({ focus: first, onClose }: { focus: ExplainFocus | undefined; onClose: () => void }) {
  const [focus, setFocus] = useState(first);
  return <ExplainPanel productId={storedId('p1')} focus={focus} onFocus={setFocus} onClose={onClose} />;
}
function open(
  answer: Explain = explained(),
  { focus, query = '', as }: { focus?: ExplainFocus; query?: string; as?: Visitor } = {},
) {
  const api = startApi({ ...(as && { as }) });
  const onClose = vi.fn();
  api.on(explainProduct, answer);
  return { api, onClose, show: () => renderPart(<Explained focus={focus} onClose={onClose} />, `/${query}`) };
}

const [plain] = explained().layers as [Explain['layers'][number]];
const packListOfLot = { id: idOf(700), number: 'PL-0001', plan: { id: idOf(900), number: 'SP-0001' } };
const stockOfLot = {
  ...{ receivedOn: '2026-10-02', received: 250, lostOnTheWay: 1, joined: '0.00', gone: 100, goneCost: '1012.06' },
  ...{ onHand: 150, onHandCost: '1518.10', notArrived: 50, notArrivedCost: '506.04' },
};
/** The order of the fixtures with one lot of 300 units that costs 3,036.20, of which 250 arrived. */
const stocked: Explain['layers'][number] = {
  ...plain,
  entries: [plain.entries[0] as typeof freight, { ...(plain.entries[1] as typeof freight), packList: packListOfLot }],
  packLists: [
    {
      ...packListOfLot,
      ...{ units: 300, factory: '1886.84', inbound: '1149.36', landed: '3036.20', perUnit: '10.120667' },
      unknownCost: null,
      stock: stockOfLot,
    },
  ],
  unpacked: { units: 900, factory: '5660.52', inbound: '0.00', landed: '5660.52', perUnit: '6.289467' },
};
const opening: Explain['otherLots'][number] = {
  id: idOf(710),
  kind: 'OPENING',
  ...{ units: 7, landed: '23.33', perUnit: '3.332857' },
  stock: {
    ...{ receivedOn: '2026-10-01', received: 7, lostOnTheWay: 0, joined: '7.00', gone: 2, goneCost: '8.66' },
    ...{ onHand: 5, onHandCost: '21.67', notArrived: 0, notArrivedCost: '0.00' },
  },
};
/** Units 41 to 110 of the lot. */
const sale: LotTaking = {
  id: idOf(720),
  eventId: idOf(730),
  ...{
    day: '2026-11-01',
    givenOn: '2026-11-03',
    cause: 'SOLD',
    units: 70,
    from: 40,
    to: 110,
    cost: '708.45',
    unknownCost: null,
  },
  ...{ words: null, customerOrderNumber: '026-1' },
};
const back: LotTaking = {
  ...sale,
  ...{ id: idOf(721), day: '2026-11-05', givenOn: '2026-11-05', cause: 'RETURN', units: -10, from: 110, to: 100 },
  ...{ cost: '-101.21', customerOrderNumber: null, words: 'Scratched' },
};
const anotherSale: LotTaking = {
  ...sale,
  ...{ id: idOf(722), day: '2026-10-20', givenOn: '2026-10-20', units: 40, from: 0, to: 40, cost: '404.82' },
};

describe('the explanation of a unit cost', () => {
  afterEach(() => page.viewport(1440, 900));

  it('divides the total by the units, and confirms that everything adds up', async () => {
    open().show();
    await expect.element(panel.getByText('£8,696.72 ÷ 1,200')).toBeVisible();
    await expect.element(panel.getByText('2 entries, 2 documents')).toBeVisible();
    await expect.element(panel.getByText('All lines of all 2 documents add up')).toBeVisible();
    await expect.element(panel.getByText('Recalculated from these figures: the same to the cent')).toBeVisible();
    await expect
      .element(panel.getByRole('link', { name: 'Open the costs of this product' }))
      .toHaveAttribute('href', paths.product('HP-KTL-17', 'costs'));
  });
  it('expands each entry to show its line, rate, basis and share', async () => {
    open().show();
    await expect.element(entry('Factory HS-26-1042, line 1')).toHaveAttribute('aria-expanded', 'true');
    const shipping = entry('Sea freight MOF-88214, line 1');
    await expect.element(shipping).toHaveAttribute('aria-expanded', 'false');
    await shipping.click();
    await expect
      .element(panel.getByRole('link', { name: 'MOF-88214, line 1' }))
      .toHaveAttribute('href', paths.invoice(storedId('i1'), storedId('l1')));
    for (const words of ['By chargeable weight', 'typed', 'sea freight, charged by volume'])
      await expect.element(panel).toMatchTextContent(new RegExp(words, 'i'));
    await expectNoSeriousFindings();
    await shipping.click();
    await expect.element(shipping).toHaveAttribute('aria-expanded', 'false');
  });
  it('calculates with the figures in view, and shows a rate as it was typed', async () => {
    const [layer] = explained().layers as [Explain['layers'][number]];
    const duty = {
      ...freight,
      id: storedId('e3'),
      line: { id: storedId('l2'), position: 2, name: 'Import duty' },
      rate: { value: '0.1072961373', typed: null, date: '2026-11-16', source: 'manual' as const },
      invoice: { ...freight.invoice, currency: 'CNY' },
      basis: 'WEIGHT' as const,
      measure: 'GROSS_WEIGHT' as const,
      chargeableMethod: null,
      ...{ weight: '1042000000', weightTotal: '14383350000' },
      ...{ lineDocumentAmount: '13141.76', lineAmount: '1410.06', exactAmount: '102.15162114' },
      ...{ roundingUnit: 0, amount: '102.15' },
    };
    open(explained({ layers: [{ ...layer, entries: [factory, freight, duty] }] })).show();
    await expect.element(entry('Import duty MOF-88214, line 2')).toHaveAttribute('aria-expanded', 'false');
    await entry('Import duty').click();
    const item = panel.getByRole('listitem').filter({ hasText: 'Import duty' });
    await expect.element(item.getByText('9.3200 CNY per GBP', { exact: true })).toBeVisible();
    await expect.element(item.getByText('16 Nov 2026, typed')).toBeVisible();
    await expect.element(item.getByText('13,141.76 ÷ 9.32 = 1,410.060085')).toBeVisible();
    const measure = item.getByText('1.042 of 14.383 kg', { exact: true });
    await expect.element(measure).toHaveAttribute('title', '1.042 of 14.38335 kg');
    await expect.element(item).toMatchTextContent('1,410.06 × 1.042 ÷ 14.383 = 102.1541 → £102.15');
    expect(item.getByText(/These figures do not match/).query()).toBeNull();
  });
  it('shows what each pack list costs, from what it carries itself and from its part of the order', async () => {
    const plan = { id: idOf(900), number: 'SP-0001' };
    const packList = { id: idOf(700), number: 'PL-0001', plan };
    const [layer] = explained().layers as [Explain['layers'][number]];
    const lot = (units: number, goods: string, inbound: string, landed: string, perUnit: string) => ({
      units,
      stock: null,
      factory: goods,
      inbound,
      landed,
      perUnit,
      unknownCost: null,
    });
    const shipping = { ...explained().layers[0]?.entries[1], packList } as typeof freight;
    const order = {
      ...layer,
      entries: [layer.entries[0] as typeof freight, shipping],
      // 300 of 1,200 units: a quarter of 7,547.36, and all of the freight.
      packLists: [{ ...packList, ...lot(300, '1886.84', '1149.36', '3036.20', '10.120667') }],
      unpacked: lot(900, '5660.52', '0.00', '5660.52', '6.289467'),
    };
    const { show } = open(explained({ layers: [order] }));
    show();
    const first = panel.getByRole('listitem').filter({ hasText: 'of its own' });
    await expect
      .element(first)
      .toMatchTextContent(
        /PL-0001 300 units · SP-0001.*3,036\.20.*1,149\.36 of its own \+ 1,886\.84 for units 1 to 300/,
      );
    await expect
      .element(first.getByRole('link', { name: 'SP-0001' }))
      .toHaveAttribute('href', paths.shipmentPlan(plan.id));
    await expect
      .element(panel.getByRole('listitem').filter({ hasText: 'Not packed' }))
      .toMatchTextContent(/900 units.*5,660\.52.*5,660\.52 for units 301 to 1,200/);
    // The entries of the order as a whole come before those of its pack lists.
    await expect.element(panel.getByRole('region', { name: 'The order as a whole' })).toMatchTextContent(/Factory/);
    await expect.element(panel.getByRole('region', { name: 'PL-0001' })).toMatchTextContent(/Sea freight/);
    await expect.element(panel.getByText('Recalculated from these figures: the same to the cent')).toBeVisible();
    await expectNoSeriousFindings();
  });
  it('shows what a lot received, has on hand and gave, with every taking on demand', async () => {
    const { api, show } = open(explained({ layers: [stocked], otherLots: [opening], waiting: 3 }));
    const byMonth = [
      { month: '2026-10', takings: 21, units: 40, cost: '404.82' },
      { month: '2026-11', takings: 2, units: 60, cost: '607.24' },
    ];
    api.on(getLotTakingTotals, { takings: 23, units: 100, cost: '1012.06', unknownCost: null, byMonth });
    api.on(listLotTakings, ({ query }) => {
      const isOctober = String(query.filter).includes('2026-10-01');
      return isOctober ? aPage(query.page === 1 ? [] : [anotherSale]) : aPage([sale, back]);
    });
    show();
    const lot = panel.getByRole('listitem').filter({ hasText: 'PL-0001' });
    await expect
      .element(lot)
      .toMatchTextContent(/250 units arrived, the first on 2 Oct 2026, of which 1 lost on the way/);
    await expect
      .element(lot)
      .toMatchTextContent(
        /1,012\.06 for 100 gone \+ 1,518\.10 for 150 on hand \+ 506\.04 for 50 not arrived = 3,036\.20/,
      );
    const fold = lot.getByRole('button', { name: 'What it gave PL-0001' });
    await fold.click();
    await expect.element(panel.getByText('The months add up to what is gone: 1,012.06')).toBeVisible();
    await panel.getByRole('button', { name: /^Nov 2026/ }).click();
    await expect
      .element(
        panel.getByText('units 41 to 110, sold before it arrived, given on 3 Nov 2026, order 026-1', { exact: true }),
      )
      .toBeVisible();
    await expect.element(panel.getByText('Came back, −10')).toBeVisible();
    expect(panel.getByText(/These figures do not match/).query()).toBeNull();
    await panel.getByRole('button', { name: /^Oct 2026/ }).click();
    await panel.getByRole('button', { name: 'Show 1 more' }).click();
    await expect.poll(() => api.asked(listLotTakings).at(-1)?.query.page).toBe(1);
    const others = panel.getByRole('region', { name: 'Lots without an order' });
    await expect.element(others).toMatchTextContent(/Opening stock 7 units23\.33.*3 units are sold without cost/);
    await expect.element(others).toMatchTextContent(/= 30\.33, of which 7\.00 are costs without an order/);
    await expect.element(panel.getByText('Recalculated from these figures: the same to the cent')).toBeVisible();
    await expect.poll(overlongFigures).toEqual([]);
    await expectNoSeriousFindings();
  });
  it('shows the lots as known on an earlier day, and what they had given then', async () => {
    const answer = explained({ asKnownOn: '2026-11-01', layers: [stocked], otherLots: [opening] });
    const { api, show } = open(answer, { query: '?known=2026-11-01' });
    const byMonth = [{ month: '2026-10', takings: 2, units: 100, cost: '1012.06' }];
    api.on(getLotTakingTotals, { takings: 2, units: 100, cost: '1012.06', unknownCost: null, byMonth });
    api.on(listLotTakings, aPage([anotherSale]));
    show();
    await expect.element(panel.getByRole('heading', { name: 'What of it had arrived cost' })).toBeVisible();
    const lot = panel.getByRole('listitem').filter({ hasText: 'PL-0001' });
    await expect.element(lot).toMatchTextContent(/1,149\.36 of its own \+ 1,886\.84 by units/);
    await expect.element(panel.getByText('Not arrived then')).toBeVisible();
    await lot.getByRole('button', { name: 'What it gave PL-0001' }).click();
    await expect.element(panel.getByText('The months add up to what is gone: 1,012.06')).toBeVisible();
    expect(api.asked(getLotTakingTotals)[0]?.query).toMatchObject({ asKnownOn: '2026-11-01' });
    await expect.poll(() => api.asked(listLotTakings)[0]?.query).toMatchObject({ asKnownOn: '2026-11-01' });
    await expect.element(panel.getByRole('region', { name: 'Lots without an order' })).toMatchTextContent(/today only/);
    await expect.element(panel.getByText('Recalculated from these figures: the same to the cent')).toBeVisible();
  });
  it('warns if a taking, or what a lot gave, does not follow from the total of the lot', async () => {
    const { api, show } = open(explained({ layers: [stocked] }));
    api.on(getLotTakingTotals, {
      ...{ takings: 1, units: 70, cost: '708.45', unknownCost: null },
      byMonth: [{ month: '2026-11', takings: 1, units: 70, cost: '708.45' }],
    });
    api.on(listLotTakings, aPage([{ ...sale, cost: '708.46' }]));
    show();
    await panel.getByRole('button', { name: 'What it gave PL-0001' }).click();
    await expect.element(panel.getByText('The months do not add up to what is gone: 708.45')).toBeVisible();
    await expect.element(panel.getByText(/708\.45 was expected, but 708\.46 is stored/)).toBeVisible();
  });
  it('says when what a lot gave cannot be read, and reads it again', async () => {
    const { api, show } = open(explained({ layers: [stocked] }));
    api.refuse(getLotTakingTotals, 'internal');
    show();
    await panel.getByRole('button', { name: 'What it gave PL-0001' }).click();
    await expect.element(panel.getByRole('alert')).toBeVisible();
    api.on(getLotTakingTotals, { takings: 0, units: 0, cost: null, unknownCost: null, byMonth: [] });
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel.getByText('Nothing yet.')).toBeVisible();
  });
  it('values what left by the moving average with the sums of the product, not of the lot', async () => {
    const pooled = { ...stockOfLot, goneCost: null, onHandCost: null };
    const packLists = stocked.packLists.map((lot) => ({ ...lot, stock: pooled }));
    const { api, show } = open(explained({ layers: [{ ...stocked, packLists }], valuedBy: 'AVERAGE' }));
    api.on(getLotTakingTotals, {
      ...{ takings: 1, units: 100, cost: '999.00', unknownCost: null },
      byMonth: [{ month: '2026-11', takings: 1, units: 100, cost: '999.00' }],
    });
    api.on(listLotTakings, aPage([{ ...sale, cost: '999.00' }]));
    show();
    await expect.element(panel.getByText(/is valued by the moving average of the product/)).toBeVisible();
    await expect.element(panel.getByText('100 gone, 150 on hand, 50 not arrived')).toBeVisible();
    await panel.getByRole('button', { name: 'What it gave PL-0001' }).click();
    await expect.element(panel.getByText('The months add up to what is gone: 999.00')).toBeVisible();
    expect(panel.getByText(/These figures do not match/).query()).toBeNull();
  });
  it('shows the plans that were rated, and weights of any size in kilograms', async () => {
    const [layer] = explained().layers as [Explain['layers'][number]];
    const plan = (n: number) => ({ id: idOf(900 + n), number: `SP-000${n}` });
    const shipping: ExplainEntry = {
      ...(layer.entries[1] as typeof freight),
      packList: { id: idOf(700), number: 'PL-0001', plan: plan(1) },
      measure: 'CHARGEABLE_WEIGHT',
      chargeableMethod: null,
      // 1,762.56 of 4,080 kg: 0.432 of the line, as in the fixture.
      weight: String(176256n * 10n ** 30n),
      weightTotal: String(408000n * 10n ** 30n),
      weightScale: String(10n ** 23n),
      ratedPlans: [
        {
          plan: plan(1),
          measure: 'VOLUME',
          grossWeight: '1400.000',
          volumetricWeight: '4000.000',
          chargeableWeight: '4000.000',
        },
        {
          plan: plan(2),
          measure: 'GROSS_WEIGHT',
          grossWeight: '80.000',
          volumetricWeight: '50.000',
          chargeableWeight: '80.000',
        },
      ],
    };
    open(explained({ layers: [{ ...layer, entries: [layer.entries[0] as typeof freight, shipping] }] })).show();
    await entry('Sea freight').click();
    const item = panel.getByRole('listitem').filter({ hasText: 'SP-0002' });
    await expect.element(item.getByText('1,762.56 of 4,080.00 kg chargeable')).toBeVisible();
    await expect.element(item).toMatchTextContent(/SP-0001 charged by volume1,400\.0 kg gross, 4,000\.0 kg volumetric/);
    await expect.element(item).toMatchTextContent(/SP-0002 charged by weight.*80\.0 kg chargeable/);
    await expect
      .element(item.getByRole('link', { name: 'SP-0002' }))
      .toHaveAttribute('href', paths.shipmentPlan(idOf(902)));
    expect(item.getByText(/These figures do not match/).query()).toBeNull();
  });
  it('shows the customs value and the rate from which duty was shared', async () => {
    const [layer] = explained().layers as [Explain['layers'][number]];
    // stock §7: 5,000.00 + 600.00 + 10.00 at 4 % is 224.40 of 515.80... shared out of a bill of 2,660.55.
    const duty: ExplainEntry = {
      ...(layer.entries[1] as typeof freight),
      costType: 'CUSTOMS_AND_DUTIES',
      line: { id: storedId('l1'), position: 1, name: 'Import duty' },
      packList: { id: idOf(700), number: 'PL-0001', plan: null },
      basis: 'DUTY',
      measure: 'DUTY',
      chargeableMethod: null,
      weight: String(22_440n * 100_000n),
      weightTotal: String(51_944n * 100_000n + 45_000n),
      weightScale: '100000',
      exactAmount: '1149.36',
      duty: {
        goods: '5000.00',
        shipping: '600.00',
        insurance: '10.00',
        customsValue: '5610.00',
        chargedOn: 'CIF',
        percent: '4.000',
      },
    };
    open(explained({ layers: [{ ...layer, entries: [layer.entries[0] as typeof freight, duty] }] })).show();
    await entry('Import duty').click();
    const item = panel.getByRole('listitem').filter({ hasText: 'Import duty' });
    await expect
      .element(item)
      .toMatchTextContent(/Duty by the rates\(5,000\.00 \+ 600\.00 \+ 10\.00\) × 4 %.*customs value of 5,610\.00/);
    await expect.element(item).toMatchTextContent(/By duty224\.40\d* of 519\.44\d* GBP duty/);
  });
  it('shows how a rate follows from payments', async () => {
    const [layer] = explained().layers as [Explain['layers'][number]];
    const goods = {
      ...factory,
      rate: { value: '0.1074664964', typed: null, date: null, source: 'payment' as const },
      invoice: { ...factory.invoice, currency: 'CNY' },
      ...{ lineDocumentAmount: '70080.00', lineAmount: '7531.25', exactAmount: '7531.25000000', amount: '7531.25' },
    };
    const paidRates: Explain['paidRates'] = [
      {
        invoice: { id: 'i2', number: 'HS-26-1042' },
        currency: 'CNY',
        costRate: '0.1074664964',
        ownRate: '0.1075',
        payments: [{ kind: 'PAYMENT', day: '2026-11-03', amount: '41100.00', base: '4413.66', rate: '0.1073883212' }],
        creditNotes: '0.00',
        open: '95900.00',
        openWorth: '10309.25',
        total: '137000.00',
        worth: '14722.91',
      },
    ];
    open(explained({ layers: [{ ...layer, entries: [goods, freight] }], paidRates })).show();
    const workings = panel.getByRole('table', { name: 'The rate of its payments' });
    await expect
      .element(workings.getByRole('row', { name: 'Payment 3 Nov 2026 41,100.00 4,413.66 0.1073883212' }))
      .toBeVisible();
    await expect.element(workings.getByRole('row', { name: /Still open.* 95,900.00 10,309.25 0.1075/ })).toBeVisible();
    await expect.element(panel.getByText('14,722.91 ÷ 137,000.00 = 0.1074664964')).toBeVisible();
    await expect.element(panel.getByText('0.1074664964 GBP per CNY', { exact: true })).toBeVisible();
    await expect.element(panel.getByText(/^70,080\.00 × 0\.1074664964 = 7,531\.252067712/)).toBeVisible();
    await expect.poll(overlongFigures).toEqual([]);
    await expectNoSeriousFindings();
  });
  it('cuts no amount of twelve digits', async () => {
    const [layer] = explained().layers as [Explain['layers'][number]];
    const large = { amount: '123456789012.34', perUnit: '123456789012.345678' };
    const sums = { landed: '987654321098.76', perUnit: '123456789012.345678' };
    open(
      explained({
        ...{ landed: sums.landed, landedPerUnit: sums.perUnit },
        layers: [{ ...layer, ...sums, entries: [{ ...factory, ...large }] }],
      }),
    ).show();
    await expect.element(entry('Factory')).toMatchTextContent(/123,456,789,012\.34.*123,456,789,012\.3457/);
    const button = entry('Factory').element();
    const [amount, perUnit] = [...button.querySelectorAll('.num')].map((figure) => figure.getBoundingClientRect());
    expect(amount?.right).toBeLessThanOrEqual(perUnit?.left ?? 0);
    expect(perUnit?.right).toBeLessThanOrEqual(button.getBoundingClientRect().right);
    await expect.poll(overlongFigures).toEqual([]);
  });
  it('shows the share of a credit as the difference of two calculations, with the line that it credits', async () => {
    const [layer] = explained().layers as [Explain['layers'][number]];
    const amounts = { weight: '1200', weightTotal: '1200', rate: null, lineTax: null } as const;
    const credit: ExplainEntry = {
      ...factory,
      ...amounts,
      id: storedId('e3'),
      invoice: { ...factory.invoice, id: storedId('i3'), number: 'HS-26-1042-C' },
      line: { id: storedId('l3'), position: 1, name: null },
      ...{ lineDocumentAmount: '-20.00', lineAmount: '-20.00', exactAmount: '-20.00000000', amount: '-20.00' },
      creditOf: {
        invoice: { id: storedId('i2'), number: 'HS-26-1042' },
        line: { id: storedId('l2'), position: 4 },
        before: { document: '7547.36', account: '7547.36', tax: null },
        after: { document: '7527.36', account: '7527.36', tax: null },
      },
    };
    open(explained({ layers: [{ ...layer, entries: [...layer.entries, credit] }] })).show();
    await entry('Factory HS-26-1042-C').click();
    await expect
      .element(panel.getByRole('link', { name: 'HS-26-1042, line 4' }))
      .toHaveAttribute('href', paths.invoice(storedId('i2'), storedId('l2')));
    for (const words of ['Credit on', '7,527.36 − 7,547.36 = −£20.00'])
      await expect.element(panel).toMatchTextContent(new RegExp(words));
    const side = (name: string) => panel.getByRole('row', { name: new RegExp(`^Remainder ${name} this credit`) });
    await expect.element(side('before')).toMatchTextContent(/7,547\.36/);
    await expect.element(side('after')).toMatchTextContent(/7,527\.36/);
  });
  it('shows the proof of each document on demand', async () => {
    open().show();
    await panel.getByRole('button', { name: 'Proof for each document' }).click();
    const proof = panel.getByRole('listitem').filter({ hasText: '3,480.00 assigned' });
    await expect.element(proof).toMatchTextContent('MOF-882143,480.00 assigned = USD 3,480.00');
    await expect
      .element(proof.getByRole('link', { name: 'MOF-88214' }))
      .toHaveAttribute('href', paths.invoice(storedId('i1')));
    await panel.getByRole('button', { name: 'Hide the proof' }).click();
    await expect.element(proof).not.toBeInTheDocument();
  });
  it('does not say that the lines of a document with a difference add up', async () => {
    const answer = explained();
    const [document, ...others] = answer.documents as [Explain['documents'][number]];
    open({ ...answer, documents: [{ ...document, total: '2174.00', difference: '-1306.00' }, ...others] }).show();
    await expect
      .element(panel.getByText('The lines of 1 document are not its total: the proof shows the difference'))
      .toBeVisible();
    expect(panel.getByText(/add up$/).query()).toBeNull();
  });
  it('warns if the recalculation gives other figures', async () => {
    const answer = explained();
    const [document, ...others] = answer.documents as [Explain['documents'][number]];
    open({
      ...answer,
      documents: [{ ...document, total: '3490.00', addsUp: false }, ...others],
      replays: false,
    }).show();
    await expect.element(panel.getByText('1 document does not add up')).toBeVisible();
    await expect.element(panel.getByText('Recalculated from these figures: the result differs')).toBeVisible();
    await panel.getByRole('button', { name: 'Proof for each document' }).click();
    await expect.element(panel.getByText(/≠ 3,490\.00/)).toBeVisible();
    await expectNoSeriousFindings();
  });
  it('can be limited to an order or category, and extended to everything again', async () => {
    open().show();
    await panel.getByRole('button', { name: 'HS-26-1042, line 1' }).click();
    await expect.element(panel.getByText('per unit of this order')).toBeVisible();
    await expect.element(panel.getByText(/^HS-26-1042, line 1 · 1,200 units · 12 Oct 2026$/)).toBeVisible();
    await panel.getByRole('button', { name: 'All orders and costs' }).click();
    await expect.element(panel.getByText('landed, average over 1,200 units')).toBeVisible();
  });
  it('of a category omits the others', async () => {
    open(explained(), { focus: { category: 'SHIPPING' } }).show();
    await expect.element(panel.getByText('Shipping of 1,200 units')).toBeVisible();
    await expect.element(entry('Sea freight MOF-88214, line 1')).toBeVisible();
    expect(entry('Factory').query()).toBeNull();
  });
  it('marks provisional and excluded entries', async () => {
    const [layer] = explained().layers as [Explain['layers'][number]];
    const entries = [
      { ...factory, isProvisional: true },
      { ...freight, isExcluded: true },
    ];
    open(explained({ layers: [{ ...layer, entries }], isProvisional: true })).show();
    await expect.element(panel.getByText('Some of it comes from invoices that are not confirmed yet.')).toBeVisible();
    await expect.element(panel.getByRole('img', { name: 'Provisional' })).toBeVisible();
    await expect.element(panel.getByRole('img', { name: 'Excluded' })).toBeVisible();
  });
  it('names the day as of which it applies, and leads back to today', async () => {
    const { api, show } = open(explained(), { query: '?known=2026-11-01' });
    show();
    await expect.element(panel.getByText('As known on 1 Nov 2026')).toBeVisible();
    expect(api.asked(explainProduct)[0]?.query).toEqual({ asKnownOn: '2026-11-01' });
    await panel.getByRole('button', { name: 'Back to today' }).click();
    await expect.element(panel.getByText('As known on 1 Nov 2026')).not.toBeInTheDocument();
    await expect.poll(() => api.asked(explainProduct).at(-1)?.query).toEqual({});
  });
  it('can be read by a viewer', async () => {
    open(explained(), { as: 'viewer' }).show();
    await expect.element(panel.getByText('All lines of all 2 documents add up')).toBeVisible();
  });
  it('says that there are no costs yet', async () => {
    open(explained({ layers: [], layerless: { amount: '0.00', entries: [], history: [] } })).show();
    await expect.element(panel.getByRole('heading', { name: 'No costs yet' })).toBeVisible();
    expect(panel.getByText('Proof for each document').query()).toBeNull();
  });
  it('shows a loading state, and an error', async () => {
    const { api, show } = open();
    const release = api.hold(explainProduct);
    show();
    await expect.element(panel.getByRole('status', { name: 'Loading the calculation' })).toBeVisible();
    api.refuse(explainProduct, 'internal');
    release();
    await expect.element(panel.getByRole('alert')).toBeVisible();
    api.on(explainProduct, explained());
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel.getByText('£8,696.72 ÷ 1,200')).toBeVisible();
  });
  it('closes with Escape', async () => {
    const { onClose, show } = open();
    show();
    await expect.element(panel).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
  it('fills the screen of a phone', async () => {
    await page.viewport(390, 844);
    const { api, show } = open(explained({ layers: [stocked], otherLots: [opening] }));
    const byMonth = [{ month: '2026-11', takings: 2, units: 100, cost: '1012.06' }];
    api.on(getLotTakingTotals, { takings: 2, units: 100, cost: '1012.06', unknownCost: null, byMonth });
    api.on(listLotTakings, aPage([sale, back]));
    show();
    await expect.element(page.getByText('£8,696.72 ÷ 1,200')).toBeVisible();
    await page.getByRole('button', { name: 'What it gave PL-0001' }).click();
    await expect.element(page.getByText('Came back, −10')).toBeVisible();
    // Nothing scrolls sideways within the panel either.
    const sum = page.getByText(/for 100 gone/).element();
    expect(sum.getBoundingClientRect().right).toBeLessThanOrEqual(390);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
