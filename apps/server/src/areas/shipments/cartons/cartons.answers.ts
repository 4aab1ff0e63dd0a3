import type { Carton } from '@quayside/contracts/shipments/cartons';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { weightOfCarton } from '@quayside/domain/shipments/cartons';
import { fraction } from '@quayside/domain/shipments/fractions';
import { numberText } from '@quayside/domain/shipments/numbers';
import { checkChangeable, receivedOf } from '@quayside/domain/shipments/pack-lists';
import type { Scope, Work } from '../../../db/tx.ts';
import { shownMeasures } from './carton-types.service.ts';
import type { CartonHead } from '../lists/cartons.views.ts';
import { type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import { measureText } from '../rows/measure-texts.ts';
import { may, wholeRowAnswers } from '../packing/pack-lists.answers.ts';

/** Carton rows as the API shows them, with their pack lists and contents. */
export async function cartonAnswers(w: Work, heads: readonly CartonHead[]): Promise<Carton[]> {
  const rows = await readPackLists(
    w,
    'carton_id',
    heads.map(({ id }) => id),
  );
  const answers = await wholeRowAnswers(w, rows);
  const answersOf = Map.groupBy(answers, ({ cartonId }) => cartonId ?? '');
  const rowsOf = Map.groupBy(rows, ({ cartonId }) => cartonId ?? '');
  return heads.map((head) => toCarton(w.scope, head, rowsOf.get(head.id) ?? [], answersOf.get(head.id) ?? []));
}

function toCarton(scope: Scope, head: CartonHead, rows: readonly PackListRow[], packLists: PackList[]): Carton {
  const count = BigInt(head.count);
  const weightUg = weightOfCarton(
    head,
    rows.map(({ units, weightUg: one }) => ({ units: units / count, weightUg: one })),
  );
  const inAll = (one: bigint | null) => measureText(one === null ? null : fraction(one * count));
  const ofOne = (one: bigint | null) => measureText(one === null ? null : fraction(one));
  return {
    id: head.id,
    number: numberText('CARTON', head.number),
    status: head.planStatus ?? 'OPEN',
    count: head.count,
    cartonType:
      head.cartonTypeId === null
        ? null
        : {
            id: head.cartonTypeId,
            name: head.name,
            ...shownMeasures({ ...head, weightUnit: head.typeWeightUnit }),
          },
    shipmentPlanId: head.planId,
    shipmentPlanNumber: head.planNumber === null ? null : numberText('SHIPMENT_PLAN', head.planNumber),
    contents: contentsOf(rows, count),
    unitsPerCarton: Number(rows.reduce((sum, { units }) => sum + units, 0n) / count),
    packLists,
    measuredWeight: head.measuredWeight,
    weightUnit: head.weightUnit,
    weight: ofOne(weightUg),
    volume: ofOne(head.volumeMm3),
    totalWeight: inAll(weightUg),
    totalVolume: inAll(head.volumeMm3),
    marks: head.marks,
    can: { change: may(scope, checkChangeable({ planStatus: head.planStatus, received: receivedOf(rows) })) },
    createdAt: head.createdAt.toISOString(),
    updatedAt: head.updatedAt.toISOString(),
    version: head.version,
  };
}

/** What one carton holds, by SKU. */
function contentsOf(rows: readonly PackListRow[], count: bigint): Carton['contents'] {
  return [...Map.groupBy(rows, ({ productId }) => productId).values()].flatMap((ofProduct) => {
    const [first] = ofProduct;
    if (!first) return [];
    const { productId, sku, productName: name } = first;
    return [{ productId, sku, name, units: Number(ofProduct.reduce((sum, { units }) => sum + units, 0n) / count) }];
  });
}
