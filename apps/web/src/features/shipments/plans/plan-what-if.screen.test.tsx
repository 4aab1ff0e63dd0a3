import { getPreFlight } from '@quayside/contracts/shipments/pre-flight';
import {
  addShipmentPlanPackLists,
  listAddressTypes,
  patchShipmentPlan,
} from '@quayside/contracts/shipments/shipment-plans';
import { compareFreight } from '@quayside/contracts/shipments/what-if';
import { todayIn } from '@quayside/domain/days/days';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutFigures } from '../../../testing/cut-figures.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { idOf } from '../../../testing/person.ts';
import { showFor } from '../../../testing/print-media.ts';
import { watchPrinting } from '../../../lib/page/printing.ts';
import { BY_AIR, failed } from './testing/a-comparison.ts';
import { aPlan, looseKettles, plansAway } from './testing/a-plan.ts';
import { openPlan, startPlan } from './testing/start-plan.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const modes = main.getByRole('table', { name: 'Compare modes' });
const row = (name: RegExp) => modes.getByRole('row', { name });
const choose = (name: string) => modes.getByRole('radio', { name: `Choose ${name}` });
const bodies = (api: ReturnType<typeof startPlan>['api']) => api.asked(patchShipmentPlan).map(({ body }) => body);

beforeAll(watchPrinting);
afterEach(() => showFor('screen'));

describe('the comparison of modes', () => {
  it('shows each rate with charge, per unit, arrival and difference, and what is not valid; no figure is cut', async () => {
    await page.viewport(1440, 900);
    startPlan(aPlan({ freightRateId: idOf(1001) }));
    openPlan();
    await expect
      .element(row(/20 ft container/))
      .toMatchTextContent(
        /Meridian Ocean Freight.*1 × 20GP at GBP 2,620\.00.*21.%.*25 Jan 2027.*2,620\.00.*2\.5992.*chosen/,
      );
    await expect
      .element(row(/Air express/))
      .toMatchTextContent(
        /1,440 kg × USD 3\.948 \+ USD 120\.00 fees.*charged as 1,500 kg · volume by the factor of the mode/,
      );
    await expect
      .element(row(/Air express/))
      .toMatchTextContent(/23 Dec( 2026)?.*4,644\.00.*USD 5,805\.00.*4\.6071.*\+2,024\.00/);
    await expect
      .element(
        main.getByText(
          /^Not valid on 21 Dec 2026: Autumn \(until 30 Nov( 2026)?\), Next year \(from 1 Jan( 2027)?\)\.$/,
        ),
      )
      .toBeVisible();
    const skus = main.getByRole('table', { name: 'Estimate per SKU' });
    await expect
      .element(skus)
      .toMatchTextContent(/HP-KTL-17.*1,008.*2,620\.00.*2\.5992.*10\.1234.*Total.*1,008.*2,620\.00/);
    expect(cutFigures()).toEqual([]);
  });
  it('stores the rate that is chosen, with Undo, also by keyboard; comparing stores nothing', async () => {
    const { api } = startPlan(aPlan());
    openPlan();
    await choose('20 ft container').click();
    await expect.poll(() => bodies(api)).toEqual([{ freightRateId: idOf(1001), version: 1 }]);
    await expect.element(page.getByText('20 ft container is chosen. The estimated cost goes by it.')).toBeVisible();
    await expect.element(row(/Air express/)).toMatchTextContent(/\+2,024\.00/);
    (await choose('20 ft container').findElement()).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => bodies(api).at(-1)).toEqual({ freightRateId: BY_AIR.id, version: 2 });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => bodies(api).at(-1)).toEqual({ freightRateId: idOf(1001), version: 3 });
    await modes.getByRole('button', { name: 'Take the choice away' }).click();
    await expect.poll(() => bodies(api).at(-1)).toEqual({ freightRateId: null, version: 4 });
  });
  it('goes on as if more pack lists were there or it left on another day, and stores nothing', async () => {
    const { api } = startPlan(aPlan());
    openPlan();
    const day = main.getByRole('textbox', { name: 'If it leaves on' });
    (await day.findElement()).focus();
    await userEvent.keyboard('3 Jan 2027{Tab}');
    await expect.poll(() => api.asked(compareFreight).at(-1)?.body).toEqual({ shipDay: '2027-01-03' });
    await main.getByRole('combobox', { name: 'If these join' }).click();
    await page.getByRole('option', { name: 'PL-0413 · HP-KTL-18' }).click();
    await expect
      .poll(() => api.asked(compareFreight).at(-1)?.body)
      .toEqual({ shipDay: '2027-01-03', addPackListIds: [idOf(702)] });
    await expect.element(main.getByText('1,512 units, 8.160 m³, 2,160.0 kg')).toBeVisible();
    expect(bodies(api)).toEqual([]);
    expect(api.asked(addShipmentPlanPackLists)).toEqual([]);
  });
  it('can be loaded again after an error, and says when no rate fits', async () => {
    const { api } = startPlan(aPlan(), { loose: [] });
    api.refuse(compareFreight, 'internal');
    openPlan();
    await expect.element(page.getByText(/^An error occured trying to get comparison of freight rates/)).toBeVisible();
    api.on(compareFreight, {
      ...{ accountCurrency: 'GBP', shipDay: null, packLists: 1, units: 1008, cartons: 84, weight: null, volume: null },
      ...{ offers: [], notValid: [], containers: [], room: null },
    });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(main.getByText(/^No freight rate fits this plan/)).toBeVisible();
  });
  it('is there for viewers, who choose nothing', async () => {
    startPlan(aPlan({ freightRateId: idOf(1001) }), { as: 'viewer' });
    openPlan();
    await expect.element(row(/20 ft container/)).toMatchTextContent(/chosen/);
    expect(modes.getByRole('radio').query()).toBeNull();
    expect(main.getByText(/^Room for/).query()).toBeNull();
  });
});

describe('the room in the container', () => {
  it('says how many more cartons fit and what they do per unit, and adds the pack list', async () => {
    const { api } = startPlan(aPlan({ freightRateId: idOf(1001) }));
    openPlan();
    await expect
      .element(
        main.getByText(
          'Room for 317 more cartons of HP-KTL-18 (20.544 m³). ' +
            'Freight per unit falls from £2.5992 to £0.5442 with them. ' +
            'The volume is the limit. Cartons leave gaps, so fewer may fit.',
        ),
      )
      .toBeVisible();
    await main.getByRole('button', { name: 'Add PL-0413' }).first().click();
    await expect.poll(() => api.asked(addShipmentPlanPackLists).at(-1)?.body.packListIds).toEqual([idOf(702)]);
  });
  it('is asked for another order', async () => {
    const other = looseKettles({
      packListId: idOf(703),
      number: 'PL-0414',
      orderId: idOf(450),
      orderNumber: 'SO-9',
      sku: 'JAR',
    });
    const { api } = startPlan(aPlan(), { loose: [looseKettles(), other] });
    openPlan();
    await main.getByRole('combobox', { name: 'Room for more of' }).click();
    await page.getByRole('option', { name: 'JAR · SO-9' }).click();
    await expect.poll(() => api.asked(compareFreight).map(({ body }) => body.room?.orderId)).toContain(idOf(450));
  });
  it('is unknown without cartons or a case', async () => {
    const { api } = startPlan(aPlan());
    api.refuse(compareFreight, 'bad_input');
    openPlan();
    await expect.element(main.getByText(/^The room for HP-KTL-18 is unknown/)).toBeVisible();
  });
});

describe('pre-flight', () => {
  it('says that all cartons pass', async () => {
    startPlan(aPlan());
    openPlan();
    await expect.element(main.getByText('84 cartons pass')).toBeVisible();
    expect(main.getByRole('heading', { name: 'Pre-flight' }).query()).toBeNull();
  });
  it('names the carton row, SKU, limit, value and source, links to the row, and lists labels', async () => {
    startPlan(aPlan({ toAddressType: 'AMAZON_FBA' }), { preFlight: failed() });
    openPlan();
    const findings = main.getByRole('list', { name: 'Findings of pre-flight' });
    await expect
      .element(findings)
      .toMatchTextContent(
        /CT-0001 HP-KTL-17.*The carton is too heavy: limit 23 kg, here 24\.5 kg.*Source: Amazon FR 200141510, 2026-11/,
      );
    await expect
      .element(findings)
      .toMatchTextContent(
        /The plan HP-KTL-17.*limit 1,058 units, here 1,008 units.*Pack lists: PL-0412 1,058 · Cartons: CT-0001 1,008/,
      );
    await expect
      .element(findings.getByRole('link', { name: 'CT-0001' }))
      .toHaveAttribute('href', `/orders-shipments/cartons?carton=${idOf(801)}`);
    await expect.element(main.getByText('42 cartons of CT-0002: Heavy Package, above 15 kg')).toBeVisible();
    await expect.element(main.getByRole('link', { name: '2 errors' })).toHaveAttribute('href', '#pre-flight');
  });
  it('shows the first findings and labels, all of them on request, and all of them on paper', async () => {
    const { findings, labels, ...answer } = failed();
    const many = <T,>(rows: readonly T[], count: number) => Array.from({ length: count }, () => rows[0] as T);
    const numbered = many(labels, 9).map((one, at) => ({
      ...one,
      carton: { id: idOf(1100 + at), number: `CT-2${at}` },
    }));
    startPlan(aPlan({ toAddressType: 'AMAZON_FBA' }), {
      preFlight: { ...answer, findings: many(findings, 10), labels: numbered },
    });
    openPlan();
    const rows = main.getByRole('list', { name: 'Findings of pre-flight' }).getByRole('listitem');
    const marks = main.getByRole('list', { name: /label/i }).getByRole('listitem');
    await expect.poll(() => rows.elements().length).toBe(6);
    await showFor('print');
    await expect.poll(() => rows.elements().length).toBe(10);
    await expect.poll(() => marks.elements().length).toBe(9);
    expect(main.getByText(/and \d more/).query()).toBeNull();
    await showFor('screen');
    await expect.poll(() => rows.elements().length).toBe(6);
    await main.getByRole('button', { name: 'Show all' }).last().click();
    await expect.poll(() => marks.elements().length).toBe(9);
  });
  it('asks who labels the cartons only while they go to Amazon', async () => {
    const { api } = startPlan(aPlan({ toAddressType: 'AMAZON_FBA', country: 'US' }));
    openPlan();
    await main.getByRole('combobox', { name: 'Cartons are labelled by' }).click();
    await page.getByRole('option', { name: 'Amazon', exact: true }).click();
    await expect.poll(() => bodies(api)).toEqual([{ labelOwner: 'AMAZON', version: 1 }]);
  });
  it('does not ask who labels cartons that go elsewhere', async () => {
    startPlan(aPlan({ toAddressType: 'WAREHOUSE' }));
    openPlan();
    await expect.element(main.getByRole('combobox', { name: 'Destination', exact: true })).toHaveValue('Warehouse');
    expect(main.getByRole('combobox', { name: 'Cartons are labelled by' }).query()).toBeNull();
  });
  it('runs again on every change of the plan', async () => {
    const { api } = startPlan(aPlan());
    openPlan();
    await expect.element(main.getByText('84 cartons pass')).toBeVisible();
    api.on(getPreFlight, failed());
    await main.getByRole('button', { name: 'Add PL-0413' }).first().click();
    await expect.element(main.getByRole('link', { name: '2 errors' })).toBeVisible();
  });
  it('asks for words when the destination of a plan that has left becomes an Amazon address', async () => {
    const { api, change } = startPlan(plansAway({ toAddressType: 'WAREHOUSE' }), { preFlight: failed() });
    api.on(listAddressTypes, [
      { value: 'WAREHOUSE', label: 'Warehouse' },
      { value: 'AMAZON_FBA', label: 'Amazon FBA' },
    ]);
    const message = 'Pre-flight found 2 errors: say why the shipment plan goes there nevertheless';
    api.on(patchShipmentPlan, ({ body: { version: _version, ...body } }) => {
      if (body.toAddressType === 'AMAZON_FBA' && (body.shippedDespite ?? null) === null)
        throw refusal('bad_input', { message, errors: [{ field: 'shippedDespite', code: 'bad_input', message }] });
      return change(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)));
    });
    openPlan();
    const choose = async () => {
      await main.getByRole('combobox', { name: 'Destination', exact: true }).click();
      await page.getByRole('option', { name: 'Amazon FBA' }).click();
      await expect.element(dialog.getByText(message)).toBeVisible();
    };
    await choose();
    await expectNoSeriousFindings();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(main.getByRole('combobox', { name: 'Destination', exact: true })).toHaveValue('Warehouse');
    await choose();
    await dialog.getByRole('button', { name: 'Change the destination' }).click();
    await expect.element(dialog.getByText('This field is required')).toBeVisible();
    await dialog.getByLabelText('Why does it go there nevertheless?').fill('Bristol is full');
    await dialog.getByRole('button', { name: 'Change the destination' }).click();
    await expect.element(main.getByText(/although pre-flight found errors: Bristol is full$/)).toBeVisible();
    expect(bodies(api).at(-1)).toMatchObject({ toAddressType: 'AMAZON_FBA', shippedDespite: 'Bristol is full' });
    expect(dialog.query()).toBeNull();
  });
  it('asks for words when a plan with errors leaves for Amazon, and shows them afterwards', async () => {
    const { api } = startPlan(aPlan({ toAddressType: 'AMAZON_FBA' }), { preFlight: failed() });
    openPlan();
    await main.getByRole('button', { name: 'Shipped' }).click();
    await expect.element(dialog.getByText(/^Pre-flight found 2 errors/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect.element(dialog.getByText('This field is required')).toBeVisible();
    await dialog.getByLabelText('Why does it leave nevertheless?').fill('The warehouse repacks them');
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    const today = todayIn(Date.now(), 'Europe/London');
    await expect
      .poll(() => bodies(api))
      .toEqual([{ shippedOn: today, shippedDespite: 'The warehouse repacks them', version: 1 }]);
    await expect
      .element(
        main.getByText('It goes to an Amazon address although pre-flight found errors: The warehouse repacks them'),
      )
      .toBeVisible();
  });
});
