import { type PackList, patchPackList } from '@quayside/contracts/shipments/pack-lists';
import type { MeasuredLeaf, Packed } from '@quayside/domain/shipments/leaves';
import { numberText } from '@quayside/domain/shipments/numbers';
import { checkChangeable, packListStatus } from '@quayside/domain/shipments/pack-lists';
import type { FieldResult } from '@quayside/domain/payables/refusals';
import type { Result } from '@quayside/domain/refusal';
import type { Scope, Work } from '../../../db/tx.ts';
import { type May, mayCall, no, YES } from '../../../http/may.ts';
import { type CartonOfLeaves, type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import { measureText } from '../rows/measure-texts.ts';
import { goodsOf, type PlanGoods } from '../sync/plan-goods.ts';

/** Whether a rule and the role of this person allow something, with the reason if not. */
export function may(scope: Scope, rule: Result<unknown> | FieldResult<unknown>): May {
  const mayAtAll = mayCall(patchPackList, scope);
  if (!mayAtAll.allowed) return mayAtAll;
  return rule.ok ? YES : no(scope, rule.message);
}

/** Pack lists of answers. `rows` may lack pack lists that share a carton row with others; these are read as well. */
export async function packListAnswers(w: Work, rows: readonly PackListRow[]): Promise<PackList[]> {
  const beside = await readPackLists(w, 'carton_id', cartonsOf(rows));
  const all = [...new Map([...rows, ...beside].map((row) => [row.id, row])).values()];
  const answers = new Map((await wholeRowAnswers(w, all)).map((answer) => [answer.packListId, answer]));
  return rows.flatMap(({ id }) => answers.get(id) ?? []);
}

/** The same, if `rows` hold all pack lists of each carton row, as those of a plan or of carton rows do. */
export const wholeRowAnswers = async (w: Work, rows: readonly PackListRow[]): Promise<PackList[]> =>
  answersOfGoods(w.scope, await goodsOf(w, rows));

/** Pack lists of answers, from goods that were read before. */
export function answersOfGoods(scope: Scope, { rows, cartons, packed }: PlanGoods): PackList[] {
  const measured = measuresById(packed);
  return rows.map((row) => packListAnswer(scope, row, measured.get(row.id), cartons.get(row.cartonId ?? '')));
}

const cartonsOf = (rows: readonly PackListRow[]): string[] => [
  ...new Set(rows.flatMap(({ cartonId }) => cartonId ?? [])),
];

const measuresById = (packed: readonly Packed[]) =>
  new Map(packed.flatMap(({ leaves }) => leaves).map((one) => [one.leaf.packListId ?? '', one]));

function packListAnswer(
  scope: Scope,
  row: PackListRow,
  measured: MeasuredLeaf | undefined,
  carton: CartonOfLeaves | undefined,
): PackList {
  return {
    packListId: row.id,
    number: numberText('PACK_LIST', row.number),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    invoiceId: row.invoiceId,
    invoiceNumber: row.invoiceNumber,
    linePosition: row.linePosition,
    productId: row.productId,
    sku: row.sku,
    productName: row.productName,
    // What went back to the supplier is not in it any more.
    quantity: Number(row.units - row.credited),
    cartonId: row.cartonId,
    cartonNumber: carton ? numberText('CARTON', carton.number) : null,
    cartonCount: carton?.count ?? null,
    unitsPerCarton: carton ? Number(row.units) / carton.count : null,
    shipmentPlanId: row.planId,
    shipmentPlanNumber: row.planNumber === null ? null : numberText('SHIPMENT_PLAN', row.planNumber),
    receivedQuantity: Number(row.received - row.credited),
    missingQuantity: Number(row.missing),
    status: packListStatus(row),
    estimatedReadyDate: row.readyOn,
    weight: measureText(measured?.weight ?? null),
    volume: measureText(measured?.volume ?? null),
    isMeasured: carton !== undefined && (carton.measuredUg !== null || carton.typeVolumeMm3 !== null),
    can: { change: may(scope, checkChangeable(row)) },
    version: row.version,
  };
}
