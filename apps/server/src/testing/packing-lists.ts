import { type Carton, listCartons } from '@quayside/contracts/shipments/cartons';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { checkPackingList, importPackingList, type PackingList } from '@quayside/contracts/shipments/packing-lists';
import { getShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import type { TestApp, TestPerson } from './app.ts';

type Sent = BodyIn<typeof checkPackingList>;

/** A packing list as it is pasted: cells are written with "|" between them. */
export const pasted = (...rows: readonly string[]): string => rows.join('\n').replaceAll('|', '\t');

export const checked = (t: TestApp, who: TestPerson, shipmentPlanId: string, body: Sent): Promise<PackingList> =>
  t.ok(who, checkPackingList, { params: { shipmentPlanId }, body });

export const imported = (
  t: TestApp,
  who: TestPerson,
  shipmentPlanId: string,
  body: BodyIn<typeof importPackingList>,
): Promise<PackingList & { operationId: string | null }> =>
  t.ok(who, importPackingList, { params: { shipmentPlanId }, body });

/** Status and errors of an import that is refused. */
export async function refusedImport(
  t: TestApp,
  who: TestPerson,
  shipmentPlanId: string,
  body: BodyIn<typeof importPackingList>,
): Promise<readonly (string | number)[]> {
  const { status, body: answer } = await t.call(who, importPackingList, { params: { shipmentPlanId }, body });
  const { code, errors = [] } = answer as unknown as { code: string; errors?: { field: string; message: string }[] };
  return [status, code, ...errors.map(({ field, message }) => `${field}: ${message}`)];
}

/** The errors of a packing list, with their rows and columns. */
export const errorsOf = ({ rows }: PackingList): string[] =>
  rows.flatMap(({ row, errors }) => errors.map(({ column, message }) => `${row} ${column ?? '-'}: ${message}`));

/** The carton rows of a plan, by number. */
export async function cartonsOf(t: TestApp, who: TestPerson, planId: string): Promise<Carton[]> {
  const { content } = await t.ok(who, listCartons, {
    query: { sort: ['number,asc'], size: 200, filter: JSON.stringify([{ field: 'plan', op: 'in', values: [planId] }]) },
  });
  return content;
}

/** The carton rows of a plan as texts: 83 × 12 KETTLE. */
export const cartonTexts = async (t: TestApp, who: TestPerson, planId: string): Promise<string[]> =>
  (await cartonsOf(t, who, planId)).map(
    ({ count, contents }) => `${count} × ${contents.map(({ units, sku }) => `${units} ${sku}`).join(' + ')}`,
  );

/** The pack lists of a plan as texts: 996 KETTLE in CT-0001. */
export const packListTexts = async (t: TestApp, who: TestPerson, shipmentPlanId: string): Promise<string[]> =>
  (await t.ok(who, getShipmentPlan, { params: { shipmentPlanId } })).packLists.map(
    ({ quantity, sku, cartonNumber }) => `${quantity} ${sku}${cartonNumber === null ? '' : ` in ${cartonNumber}`}`,
  );
