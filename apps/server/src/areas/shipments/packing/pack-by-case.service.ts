import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { packByCase as packByCaseSpec } from '@quayside/contracts/shipments/orders';
import { say } from '@quayside/contracts/texts/catalogue';
import { MAX_CARTONS, packByCase as splitByCase } from '@quayside/domain/shipments/cartons';
import { checkPacking } from '@quayside/domain/shipments/pack-lists';
import type { Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { required } from '../../../http/field-result.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { typesOfCases } from '../cartons/case-cartons.service.ts';
import { findCustomerOrder } from '../orders/customer-orders.views.ts';
import { requireCartonType } from '../cartons/carton-types.service.ts';
import { type CartonRecord, insertCartons } from '../rows/cartons.queries.ts';
import { type OrderHead, readOrderHeads } from '../lists/orders.views.ts';
import type { NewPackList } from '../rows/pack-lists.queries.ts';
import { addPackLists } from './pack-list-writes.service.ts';
import { storePackingUndo } from './packing-undo.service.ts';
import type { BodyOf } from '../shipments.types.ts';

type Body = BodyOf<'packByCase'>;
/** An order, and the rows of cartons in which what is unpacked of it goes. */
interface Packing {
  readonly order: OrderHead;
  readonly rows: ReturnType<typeof splitByCase>;
}

/** The most rows of cartons that one call makes: the most of a packing group of a marketplace. */
const MOST_ROWS = 5000;

/** Packs what is unpacked of orders in cartons of the case packaging of their products, or only says how. */
export async function packByCase(w: Work, body: Body): Promise<ResponseOf<typeof packByCaseSpec>> {
  if (!body.preview) await lockCosts(w);
  if (body.cartonTypeId) await requireCartonType(w, body.cartonTypeId);
  const packings = await planPackings(w, body);
  const rows = packings.flatMap((packing) => packing.rows);
  const answer = {
    orders: packings.map(({ order, rows: own }) => ({
      orderId: order.id,
      number: order.number,
      sku: order.sku,
      quantity: Number(order.units - order.held),
      rows: own.map(({ count, unitsPerCarton }) => ({
        count: Number(count),
        unitsPerCarton: Number(unitsPerCarton),
      })),
    })),
    packLists: rows.length,
    cartons: Number(rows.reduce((sum, { count }) => sum + count, 0n)),
  };
  return { operationId: body.preview ? null : await storePackings(w, packings, body.cartonTypeId), ...answer };
}

async function planPackings(w: Work, body: Body): Promise<Packing[]> {
  const ids = body.orders.map(({ orderId }) => orderId);
  const heads = await readOrderHeads(w, ids);
  const ofCustomer = heads.size < new Set(ids).size ? await findCustomerOrder(w, ids) : undefined;
  if (ofCustomer) throw fieldError(`orders.${ids.indexOf(ofCustomer)}.orderId`, say('orders.of_customer'));
  let rowsLeft = BigInt(MOST_ROWS);
  return body.orders.map(({ orderId, unitsPerCase }, i) => {
    const order = heads.get(orderId);
    const field = `orders.${i}.orderId`;
    if (!order)
      throw new AppError('shipments.unknown_order', { errors: [{ field, message: say('shipments.unknown_order') }] });
    if (ids.indexOf(orderId) < i) throw fieldError(field, say('shipments.order_twice'));
    required(checkPacking({ units: order.units, packedInOthers: order.held }, 1n), { quantity: field });
    const perCase = unitsPerCase ?? order.caseUnits;
    if (perCase === null || perCase < 1) throw fieldError(`orders.${i}.unitsPerCase`, say('shipments.no_case'));
    const units = order.units - order.held;
    // Counted before the rows are made, because a case of one unit can make very many.
    rowsLeft -= units / BigInt(perCase) / MAX_CARTONS + 2n;
    if (rowsLeft < 0n) throw fieldError(`orders.${i}.unitsPerCase`, say('shipments.too_many_rows', { max: MOST_ROWS }));
    return { order, rows: splitByCase(units, BigInt(perCase)) };
  });
}

/** Makes the carton rows and pack lists. Returns the id of the operation. */
async function storePackings(
  w: Work,
  packings: readonly Packing[],
  chosenTypeId: string | null | undefined,
): Promise<string> {
  const count = packings.reduce((sum, { rows }) => sum + rows.length, 0);
  const types =
    chosenTypeId === undefined
      ? await typesOfCases(
          w,
          packings.map(({ order }) => order.productId),
        )
      : undefined;
  let packListNumber = await reserveNumbers(w, 'pack_list', count);
  let cartonNumber = await reserveNumbers(w, 'carton', count);
  const cartons: CartonRecord[] = [];
  const packLists: NewPackList[] = [];
  for (const { order, rows } of packings)
    for (const row of rows) {
      const carton: CartonRecord = {
        id: w.newId(),
        number: String(cartonNumber++),
        cartonTypeId: (types ? types.typeOf.get(order.productId) : chosenTypeId) ?? null,
        count: Number(row.count),
        measuredWeight: null,
        weightUnit: 'KG',
        measuredUg: null,
        marks: null,
        planId: null,
        version: 1,
      };
      cartons.push(carton);
      packLists.push({
        id: w.newId(),
        number: packListNumber++,
        orderId: order.id,
        units: row.count * row.unitsPerCarton,
        readyOn: order.readyOn,
        cartonId: carton.id,
        planId: null,
      });
    }
  await insertCartons(w, cartons);
  await addPackLists(w, packLists);
  const operationId = await storePackingUndo(
    w,
    { packLists: [], cartons: [] },
    {
      packListIds: packLists.map(({ id }) => id),
      cartonIds: cartons.map(({ id }) => id),
      cartonTypeIds: types?.madeIds ?? [],
    },
  );
  await record(w, {
    action: 'order.packed-by-case',
    subjectIds: packings.map(({ order }) => order.id),
    details: {
      facts: {
        packLists: packLists.length,
        cartons: cartons.reduce((sum, carton) => sum + carton.count, 0),
        units: Number(packLists.reduce((sum, { units }) => sum + units, 0n)),
      },
    },
  });
  return operationId;
}
