import { sql } from 'kysely';
import { ENDPOINTS } from '@quayside/contracts/all';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { listSessions } from '@quayside/contracts/accounts/own-settings';
import { putProductPicture } from '@quayside/contracts/products/product-pictures';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { patchProduct } from '@quayside/contracts/products/products';
import { z } from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IdKind, kindOfId } from '../fuzz/id-kinds.ts';
import { type Chooser, type Place, sample, type Schema } from '../fuzz/sample.ts';
import { pngOf } from '../seed/demo-picture.ts';
import { PDF } from './documents.ts';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { aRowOfEach, CANARY, sendRaw, type Spec } from './calls.ts';

// Puts the id of another account's record into each place of an id that the contract has: in paths, queries and bodies,
// also in lists. The answer must be the one for an id that does not exist, show nothing of the other account and change
// nothing there. The places are found in the contract. To prove that a place is reached, the test also sends the id of
// a record in the caller's own account, which must be answered differently or have an effect.

type Part = 'params' | 'query' | 'body';
/**
 * A place of an id. `types` contains, for each list or object on the path, the kind of record that is named beside the
 * id.
 */
interface IdPlace {
  readonly part: Part;
  readonly place: Place;
  readonly type: string | undefined;
}
type Ids = Readonly<Record<IdKind, string>>;
/** An account with a record of each kind. */
interface Account {
  readonly who: TestPerson;
  readonly ids: Ids;
  /** The order with the pack list; `cost_layer` is that of the line. */
  readonly packedOrder: string;
  /** A line of freight that can be shared over pack lists. */
  readonly freight: { readonly invoiceId: string; readonly id: string };
  /** A credit note and its line. */
  readonly credit: { readonly invoice: string; readonly line: string };
}

const UNKNOWN = '01a1fd84-0000-7000-8000-00000000dead';
const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Kinds of record of which the accounts in this test have none. */
const WITHOUT_RECORDS = ['SHIPMENT_PLAN', 'NONE'];
const isTypeName = (name: string) => /^(type|entityType)$/.test(name);
const optionsOf = (schema: Schema): readonly Schema[] => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
const isId = (schema: Schema) => optionsOf(schema).some((option) => option.format === 'uuid');

/** Finds the places of ids in a schema. Beside a field that names the kind of record there is a place for each kind. */
function placesIn(schema: Schema, place: Place = [], type?: string): Omit<IdPlace, 'part'>[] {
  const types = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    isTypeName(name)
      ? optionsOf(field).flatMap((option) =>
          (option.enum ?? []).filter((one) => typeof one === 'string' && !WITHOUT_RECORDS.includes(one)),
        )
      : [],
  ) as string[];
  return [
    ...(schema.format === 'uuid' ? [{ place, type }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      (isId(field) && types.length > 0 ? types : [undefined]).flatMap((one) => placesIn(field, [...place, name], one)),
    ),
    ...(schema.items ? placesIn(schema.items, [...place, '[]']) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((option) => placesIn(option, place, type)),
  ];
}

/** The places of ids in a call, except for the caller's id in the path, which is the subject of the role matrix. */
const placesOf = (spec: Spec): IdPlace[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    placesIn(spec[part] ? schemaOf(spec[part]) : {})
      .map((found) => ({ part, ...found }))
      .filter(({ place }) => !(part === 'params' && place[0] === 'userId')),
  );

const isPrefix = (start: Place, whole: Place) => start.every((name, i) => whole[i] === name);
const isSame = (a: Place, b: Place) => a.length === b.length && isPrefix(a, b);

let t: TestApp;
let own: Account;
let foreign: Account;
/** A word that occurs in each text of the caller's own account. */
const OWN = 'Own kettles';
beforeAll(async () => {
  t = await startTestApp();
  own = await anAccount(OWN);
  foreign = await anAccount(CANARY);
});
afterAll(() => t.close());

async function anAccount(word: string): Promise<Account> {
  const who = await t.admin();
  const ids = await idsOf(who, word);
  const { order_id: packedOrder } = await t.work(who, (w) =>
    w.tx.selectFrom('pack_list').select('order_id').where('id', '=', ids.pack_list).executeTakeFirstOrThrow(),
  );
  // A part of the line: an order of which all is credited has no units, and then no share.
  const credit = await t.ok(who, createInvoice, {
    body: { creditsInvoiceId: ids.invoice, creditLines: [{ invoiceLineId: ids.invoice_line, amount: '0.01' }] },
  });
  // This cost is shared by weight, so that a change of the order's measures has an effect.
  const pairedWith = [{ type: 'INVOICE' as const, id: ids.invoice }];
  const freight = await t.ok(who, createInvoice, { body: { supplierId: ids.supplier, currency: 'GBP', pairedWith } });
  const { line: freightLine } = await t.ok(who, createInvoiceLine, {
    params: { invoiceId: freight.id },
    body: { name: word, costType: 'SHIPPING', basis: 'WEIGHT', quantity: 1, amount: '5.00' },
  });
  return {
    who,
    ids,
    packedOrder,
    freight: { invoiceId: freight.id, id: freightLine.invoiceLineId },
    credit: { invoice: credit.id, line: credit.lines[0]?.invoiceLineId ?? '' },
  };
}

/** Creates a record of each kind. Each text of these records contains `word`. */
async function idsOf(who: TestPerson, word: string): Promise<Ids> {
  const rows = await aRowOfEach(t, who, word);
  await t.ok(who, patchProduct, { params: { id: rows.product }, body: { weight: '2' } });
  await t.ok(who, replaceProductSuppliers, {
    params: { id: rows.product },
    body: { suppliers: [{ supplierId: rows.supplier, supplierSku: `No. ${word}` }] },
  });
  const file = { name: 'a.png', content: pngOf(300, 300, () => [1, 2, 3]) };
  await t.ok(who, putProductPicture, { params: { id: rows.product }, file });
  const layer = await t.work(who, (w) =>
    w.tx.selectFrom('cost_layer').select('id').where('invoice_line_id', '=', rows.line).executeTakeFirstOrThrow(),
  );
  const another = await t.session(who.userId, who.accountId);
  const session = (await t.ok(another, listSessions)).find((one) => one.isCurrent);
  return {
    supplier: rows.supplier,
    product: rows.product,
    invoice: rows.invoice,
    invoice_line: rows.line,
    cost_layer: layer.id,
    document: rows.document,
    notification: rows.notification,
    exchange_rate: rows.rate,
    product_import: rows.import,
    supplier_import: rows.supplierImport,
    operation: rows.operation,
    product_changelog: rows.entry,
    grid_view: rows.view,
    session: session?.id ?? '',
    payment: rows.payment,
    payment_schedule: rows.schedule,
    payment_transfer: rows.transfer,
    payment_entry: rows.paymentEntry,
    credit: rows.credit,
    credit_use: rows.creditUse,
    account_code: rows.accountCode,
    cash_entry: rows.cashEntry,
    purchase_order: rows.purchaseOrder,
    purchase_order_item: rows.purchaseOrderItem,
    purchase_order_file: rows.purchaseOrderFile,
    sent_mail: rows.sentMail,
    pack_list: rows.packList,
    carton: rows.carton,
    carton_type: rows.cartonType,
    shipment_plan: rows.shipmentPlan,
    freight_rate: rows.freightRate,
    duty_rate: rows.dutyRate,
    order_import: rows.orderImport,
    receipt: rows.receipt,
    lot: rows.lot,
    stock_movement: rows.stockMovement,
    missing_decision: rows.missingDecision,
    five_quantities: rows.order,
    accepted_difference: rows.acceptedDifference,
    account: who.accountId,
    person: rows.member,
    job: UNKNOWN,
    mail: UNKNOWN,
  };
}
/** The id of a record of the right kind for a place. A place named `userId` means the caller. */
function idFor({ who, ids, packedOrder, credit }: Account, spec: Spec, { place, type }: IdPlace): string {
  if (place.at(-1) === 'userId') return who.userId;
  if (place.at(-1) === 'creditNoteId') return credit.invoice;
  const kind = kindOfId(spec.path, place, type);
  if (kind === undefined) throw new Error(`${spec.id}: no kind of record is known for ${place.join('.')}`);
  return kind === 'cost_layer' && spec.path.startsWith('/orders/') ? packedOrder : ids[kind];
}

/** The fields that a request needs besides the id to reach its place, although the schema does not require them. */
function besides(spec: Spec, { place, type }: IdPlace): Partial<Record<Part, object>> {
  const name = place.join('.');
  const { ids, credit, freight, packedOrder } = own;
  if (spec.id === 'getCashCalendar') return { query: { moveDay: '2026-12-01' } };
  if (spec.id === 'findSupplierDuplicates') return { query: { companyName: OWN } };
  if (spec.id === 'findInvoiceDuplicates' && name !== 'supplierId')
    return { query: { supplierId: ids.supplier, invoiceNumber: OWN } };
  if (spec.id === 'findInvoiceDuplicates') return { query: { invoiceNumber: OWN } };
  if (spec.id === 'listProducts') return { query: { picker: 'true', search: `No. ${OWN}` } };
  if (spec.id === 'resolveProductCodes') return { body: { codes: [`No. ${OWN}`] } };
  if (spec.id === 'createFreightRate')
    return {
      body: { mode: 'AIR', unit: 'KG', level: 'SHIPMENT', currency: 'GBP', breaks: [{ from: '0', price: '1' }] },
    };
  // A sale is looked for only where units come back.
  if (spec.id === 'recordStockMovements' && name === 'rows.[].ofId')
    return { body: { rows: [{ kind: 'RETURN', cause: undefined, day: '2026-11-20', quantity: 1 }] } };
  if (spec.id === 'acceptDifference') return { body: { difference: 'NOT_PACKED', words: OWN } };
  if (spec.id === 'decideMissing') return { body: { kind: 'LOST', debtor: 'CARRIER', day: '2026-11-01' } };
  // A preview keeps the own pack list as it is, for the calls that follow.
  if (spec.id === 'receiveGoods') return { body: { preview: true, day: '2026-01-02', place: 'WAREHOUSE' } };
  // The file of the own purchase order is deleted only in its own turn.
  if (spec.id === 'deletePurchaseOrderFile' && name === 'id') return { params: { fileId: UNKNOWN } };
  // A second id that is unknown keeps the own pack list where it is, for the calls that follow.
  if (spec.id === 'deletePackLists' || spec.id === 'removeCartonPackLists')
    return { body: { packListIds: [undefined, UNKNOWN] } };
  // The pack list is removed only in its own turn.
  if (spec.id === 'deletePackList' && name === 'orderId') return { params: { packListId: UNKNOWN } };
  if (spec.id === 'replaceDocument' && name.startsWith('entities'))
    return { body: { entityId: type === 'PURCHASE_ORDER' ? ids.purchase_order : ids.invoice } };
  if (spec.id === 'createInvoice' && name.startsWith('creditLines')) return { body: { creditsInvoiceId: ids.invoice } };
  if (spec.id === 'createInvoice' && /paired|productIds/.test(name)) return { body: { supplierId: ids.supplier } };
  if (spec.id === 'previewAllocation' && name.endsWith('packListId'))
    return {
      params: freight,
      body: {
        basis: 'MANUAL',
        scope: [{ type: 'PACK_LIST', id: ids.pack_list }],
        manualShares: [{ layerId: packedOrder, amount: '1.00' }],
      },
    };
  if (!/line/i.test(spec.id) && spec.id !== 'replaceInvoice') return {};
  const isCredit = name.endsWith('creditsLineId');
  const invoiceLineId = isCredit ? credit.line : ids.invoice_line;
  const line = {
    ...(name.includes('manualShares') && { basis: 'MANUAL' }),
    // A pack list is one of its own order.
    ...(name.endsWith('packListId') && {
      manualShares: [{ layerId: packedOrder }],
    }),
    ...(isCredit && { quantity: -1, amount: '-1.00' }),
  };
  const ofCredit = { id: credit.line, invoiceId: credit.invoice };
  if (spec.id === 'replaceInvoice')
    return {
      ...(isCredit && { params: { id: credit.invoice } }),
      body: { lines: [{ ...(!name.endsWith('invoiceLineId') && { invoiceLineId }), ...line }] },
    };
  if (name.startsWith('lines')) return { body: { lines: [{ ...(isCredit && { invoiceLineId }), ...line }] } };
  return { ...(isCredit && { params: ofCredit }), ...(spec.body && { body: line }) };
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** Adds the fields of `more` to a value, at every depth. Fields that the value already has are kept. */
function filled(value: unknown, more: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(more))
    return Array.from({ length: Math.max(value.length, more.length) }, (_, i) => filled(value[i], more[i]));
  if (!isObject(value) || !isObject(more)) return value ?? more;
  return { ...more, ...Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, more[key])])) };
}

/** Builds a request with the id at this place. Every other id is one of the caller's own account. */
function requestWith(spec: Spec, at: IdPlace, id: string) {
  const made = Object.fromEntries(
    (['params', 'query', 'body'] as const).map((part) => {
      const target = part === at.part ? at.place : undefined;
      return [part, spec[part] && sample(schemaOf(spec[part]), chooserFor(spec, at, { target, id }))];
    }),
  ) as Record<Part, Record<string, unknown>>;
  return filled(besides(spec, at), made) as typeof made;
}

function chooserFor(spec: Spec, at: IdPlace, { target, id }: { target: Place | undefined; id: string }): Chooser {
  const beside = target?.slice(0, -1);
  const isType = (place: Place) =>
    beside !== undefined && isSame(place.slice(0, -1), beside) && isTypeName(place.at(-1) ?? '');
  return {
    isFilled: (place) => target !== undefined && (isPrefix(place, target) || (at.type !== undefined && isType(place))),
    lengthOf: (place, least) => Math.max(least, target !== undefined && isPrefix(place, target) ? 1 : 0),
    pick: (options, place) => {
      const leads = (option: unknown) =>
        target !== undefined &&
        typeof option === 'object' &&
        placesIn(option as Schema, place).some((found) => isSame(found.place, target));
      const wanted = [
        options.find((option) => isTypeName(place.at(-1) ?? '') && option === at.type),
        options.find(leads),
        options.find((option) => option === 'products' || option === 'GBP' || option === 'NONE'),
        options.find((option) => (option as Schema | null)?.type === 'number'),
      ];
      return wanted.find((option) => option !== undefined) ?? (options[0] as (typeof options)[number]);
    },
    idAt: (place, type) => {
      if (target !== undefined && isSame(place, target)) return id;
      return idFor(own, spec, { part: at.part, place, type });
    },
  };
}

async function send(spec: Spec, at: IdPlace, id: string): Promise<string> {
  const { params, query, body } = requestWith(spec, at, id);
  const input = { params: params as Record<string, string>, query };
  const answer = spec.upload
    ? await t.call(own.who, spec, { ...input, file: { name: 'a.pdf', content: PDF } } as never)
    : await sendRaw(t, spec, own.who.token, { ...input, body });
  return `${answer.status} ${answer.text}`;
}

/** Removes from an answer what differs between two equal requests, such as ids and times. */
const comparable = (answer: string): string =>
  answer
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/"version":\d+/g, '"version"');

let tables: string[] | undefined;
/** A fingerprint of all rows of the person's account. */
async function rowsOf(who: TestPerson): Promise<string> {
  return t.work(who, async ({ tx }) => {
    tables ??= (
      await sql<{ name: string }>`
        select relname as name from pg_class
        where relrowsecurity and relkind = 'r' and has_table_privilege(oid, 'select') order by 1`.execute(tx)
    ).rows.map((row) => row.name);
    const each = tables.map(
      (name) => sql`select ${name} || md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as print
        from ${sql.table(name)} r`,
    );
    const prints = await sql<{ print: string }>`${sql.join(each, sql` union all `)}`.execute(tx);
    return prints.rows.map((row) => row.print).join('\n');
  });
}

/**
 * Whether the id of a record in the caller's own account is answered differently from an unknown id, or has an effect.
 */
async function isReached(spec: Spec, at: IdPlace, unknown: string): Promise<boolean> {
  // The rows need to be compared only if the unknown id was answered with a success. Otherwise the answers show the
  // difference.
  const before = spec.method !== 'GET' && unknown.startsWith('2') ? await rowsOf(own.who) : undefined;
  const answer = await send(spec, at, idFor(own, spec, at));
  if (comparable(answer) !== comparable(unknown)) return true;
  return before !== undefined && (await rowsOf(own.who)) !== before;
}

const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** The last pack list takes its carton row with it. */
const rankOf = ({ id, method }: Spec) => (id === 'deletePackList' ? ORDER.length : ORDER.indexOf(method));
/**
 * The calls that take ids. Calls that change or delete records come last. The calls of system administration and of the
 * local mailbox are left out, because they do not belong to an account.
 */
const CALLS = ENDPOINTS.filter(
  (spec) => spec.access !== 'systemAdmin' && !spec.path.startsWith('/mailbox') && placesOf(spec).length > 0,
).toSorted((a, b) => rankOf(a) - rankOf(b));
let foreignRows: string;

it('is sent to more than a hundred places of ids', async () => {
  foreignRows = await rowsOf(foreign.who);
  expect(CALLS.flatMap(placesOf).length).toBeGreaterThan(100);
});

it.each(CALLS.map((spec) => [spec.id, spec] as const))(
  '%s answers an id of another account like an unknown one, wherever an id may stand',
  async (_, spec) => {
    const wrong: string[] = [];
    for (const at of placesOf(spec)) {
      const name = `${at.part}.${at.place.join('.')}${at.type === undefined ? '' : ` of ${at.type}`}`;
      const id = idFor(foreign, spec, at);
      const unknown = await send(spec, at, UNKNOWN);
      const answer = await send(spec, at, id);
      if (comparable(answer) !== comparable(unknown)) wrong.push(`${name}: ${answer} instead of ${unknown}`);
      const others = Object.values(foreign.ids).filter((other) => other !== id && other !== UNKNOWN);
      for (const leak of [CANARY, ...others]) if (answer.includes(leak)) wrong.push(`${name}: shows ${leak}`);
      // An id alone does not reach the record of a mailed link, which also needs the token from the mail.
      if (spec.access !== 'public' && !(await isReached(spec, at, unknown)))
        wrong.push(`${name}: an own id is answered the same: ${unknown}`);
    }
    expect(wrong).toEqual([]);
  },
);

it('changed nothing in the other account', async () => {
  expect(await rowsOf(foreign.who)).toBe(foreignRows);
});
