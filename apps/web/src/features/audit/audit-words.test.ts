import { ENDPOINTS } from '@quayside/contracts/all';
import { ACCOUNT_CODE_TYPES } from '@quayside/contracts/payments/account-codes';
import { AUDIT_KINDS } from '@quayside/contracts/audit';
import { CASH_KINDS } from '@quayside/contracts/payments/cash-calendar';
import { INVITATION_STATUSES } from '@quayside/contracts/accounts/people';
import { fieldTexts } from '@quayside/contracts/texts/en/fields';
import { wordsOf } from '@quayside/contracts/texts/words';
import * as lists from '@quayside/domain/lists';
import * as options from '@quayside/domain/shipments/option-lists';
import { DIFFERENCES } from '@quayside/domain/stock/five-quantities';
import { PLACES } from '@quayside/domain/stock/places';
import { DEBTORS, MISSING_KINDS } from '@quayside/domain/stock/receipts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { t } from '../../i18n/i18n.ts';
import { actionWords, changeWords, fieldWords, kindWords, knownActions, thingPath, valueWords } from './audit-words.ts';

const change = (field: string, from: string | null, to: string | null) => ({ line: null, field, from, to });

describe('the label of an action', () => {
  it.each([
    ['invoice.confirmed', 'Confirmed an invoice'],
    ['job.retried', 'Retried failed background jobs'],
    ['supplier.bank-details-revealed', 'Viewed bank details'],
    ['person.second-factor-on', 'Turned on their second factor'],
    ['person.second-factor-off', 'Turned off their second factor'],
    ['person.recovery-codes-made', 'Made new recovery codes'],
    ['person.recovery-code-used', 'Signed in with a recovery code'],
    ['person.mails-unsubscribed', 'Unsubscribed from a kind of mail'],
    // A later release has written this action, and this release has no label for it.
    ['second-factor.switched-on', 'Second factor switched on'],
  ])('of %s is %s', (action, words) => expect(actionWords(action)).toBe(words));
  it('exists for every kind of record, and every labelled action can be selected', () => {
    for (const kind of AUDIT_KINDS) expect(kindWords(kind)).not.toContain('audit:');
    expect(knownActions()).toContainEqual({ value: 'member.role-changed', label: 'Changed a role' });
  });
});

describe('a change', () => {
  it('has the label of the form, and the number of its line', () => {
    expect(fieldWords(t, change('companyName', null, 'x'))).toBe('Company name');
    expect(fieldWords(t, change('isManagementSectionEnabled', 'true', 'false'))).toBe(
      'Suppliers, products, invoices and costs',
    );
    expect(fieldWords(t, change('casePackaging.unitsPerCase', '6', '8'))).toBe('Case packaging, units per case');
    expect(fieldWords(t, { ...change('quantity', '1', '2'), line: { id: 'l', position: 3 } })).toBe('Line 3, Quantity');
    expect(fieldWords(t, change('someNewThing', null, 'x'))).toBe('Some new thing');
  });
  it.each([
    ['amount', '58905.50 CNY', 'CNY 58,905.50'],
    ['weight', '1200.5 GR', '1200.5 g'],
    ['date', '2026-11-16', '16 Nov 2026'],
    ['archivedAt', '2026-11-20T23:30:00.000Z', '21 Nov 2026, 00:30'],
    ['quantity', '1008', '1,008'],
    ['fail', '3000', '3,000'],
    ['kept', '12', '12'],
    ['accountNumber', '1008', '1008'],
    ['sku', '0012', '0012'],
    ['status', 'OPEN', 'Open'],
    ['roles', 'sv-account-admin', 'Admin'],
    ['documentType', 'SHIPMENT_PLAN', 'Shipment plan'],
    ['kind', 'BANK_DETAILS', 'mails about changed bank details'],
    ['isTaxRecoverable', 'false', 'No'],
    [
      'paymentTerms',
      '30 % ORDER +14, 60 % INVOICE MONTH_END, 10 % 2026-12-24',
      '30 % Order date + 14 d; 60 % Invoice date, month end; 10 % 24 Dec 2026',
    ],
    [
      'paymentTerms',
      '30 % ORDER +2M MONTH_END +14, 60 % INVOICE +30 MONTH_END, 10 % INVOICE +12M',
      '30 % Order date + 2 mo, month end + 14 d; 60 % Invoice date + 30 d, then month end; 10 % Invoice date + 12 mo',
    ],
    ['due', 'INVOICE +1M +0 MONTH_END', 'Invoice date + 1 mo, month end'],
    ['filled', 'city, leadTimes', 'City, Lead times'],
    ['name', null, 'empty'],
  ])('%s %j is %s', (field, value, words) => expect(valueWords(t, field, value, 'Europe/Berlin')).toBe(words));
  it('is formatted on one line, with the old value if there was one', () => {
    expect(changeWords(t, change('name', 'Pan', 'Frying pan'), 'UTC')).toBe('Name: Pan → Frying pan');
    expect(changeWords(t, change('name', null, 'Pan'), 'UTC')).toBe('Name: Pan');
    expect(changeWords(t, change('name', 'Pan', null), 'UTC')).toBe('Name: Pan → empty');
  });
});

/** Fields whose name says too little in a contract: the codes that the log has of them. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  status: [
    ...[lists.INVOICE_STATUSES, lists.PRODUCT_STATUSES, INVITATION_STATUSES, lists.PURCHASE_ORDER_STATUSES],
    options.SHIPMENT_STATUSES,
  ].flat(),
  kind: [lists.INVOICE_KINDS, CASH_KINDS].flat(),
  type: [lists.INVOICE_TYPES, ACCOUNT_CODE_TYPES].flat(),
  mode: options.FREIGHT_MODES,
  unit: options.FREIGHT_UNITS,
  level: options.FREIGHT_LEVELS,
  difference: DIFFERENCES,
  dimensionUnit: lists.DIMENSION_UNITS,
  weightUnit: lists.WEIGHT_UNITS,
  missingKind: MISSING_KINDS,
  debtor: DEBTORS,
  salePlace: PLACES,
  channel: lists.SALES_CHANNELS,
  saleChannel: lists.SALES_CHANNELS,
  addChannels: lists.SALES_CHANNELS,
  removeChannels: lists.SALES_CHANNELS,
};
/** Names of contracts that mean something else than the field of the log, or that are never logged with a value. */
const OTHERS = ['account', 'cartons', 'currency', 'entities', 'gridId', 'language', 'state', 'step', 'units'];
/** Terms of trade and a kind of freight, which people know by their letters. */
const KNOWN_LETTERS = ['CIF', 'FOB', 'LCL'];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}
/** The codes of the fields of a schema, by the names of the fields. */
function* codesIn(schema: Schema, name = ''): Generator<readonly [string, string]> {
  for (const code of schema.enum ?? []) if (typeof code === 'string') yield [name, code];
  for (const [field, inside] of Object.entries(schema.properties ?? {})) yield* codesIn(inside, field);
  for (const inside of [schema.items, ...(schema.anyOf ?? [])]) if (inside) yield* codesIn(inside, name);
}
const ofContracts = ENDPOINTS.flatMap(({ body }) =>
  body ? [...codesIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema)] : [],
).filter(([field]) => Object.hasOwn(fieldTexts, field) && !Object.hasOwn(CODES, field) && !OTHERS.includes(field));

describe('a code in the log', () => {
  const logged = [
    ...ofContracts,
    ...Object.entries(CODES).flatMap(([field, codes]) => codes.map((code) => [field, code] as const)),
  ];
  it('is shown in words, whatever its field: no code of a contract is shown as it is stored', () => {
    expect(new Set(ofContracts.map(([field]) => field)).size).toBeGreaterThan(15);
    const raw = logged.filter(([field, code]) => valueWords(t, field, code, 'UTC') === code);
    expect(
      [...new Set(raw.map((one) => one.join(' ')))].filter((one) => !KNOWN_LETTERS.some((word) => one.endsWith(word))),
    ).toEqual([]);
  });
  it.each([
    ['salePlace', 'WAREHOUSE', 'Warehouse'],
    ['salePlace', 'AMAZON_UK', 'Amazon UK'],
    ['status', 'IN_TRANSIT', 'In transit'],
    ['containerType', '40FT_HC', '40HQ'],
    ['toCountry', 'GB', 'United Kingdom'],
    ['rateSource', 'payment', 'from the payment'],
    ['addChannels', 'AMAZON_UK, AMAZON_DE', 'Amazon UK, Amazon DE'],
    ['country', 'Wales', 'Wales'],
  ])('%s %s is %s', (field, code, words) => expect(valueWords(t, field, code, 'UTC')).toBe(words));
  it('of a shipment plan has the words that its page has from the server', () => {
    for (const type of options.ADDRESS_TYPES)
      expect(valueWords(t, 'toAddressType', type, 'UTC')).toBe(wordsOf({ code: `plan.address_type.${type}` }));
    for (const way of options.CALCULATE_BY)
      expect(valueWords(t, 'calculateBy', way, 'UTC')).toBe(wordsOf({ code: `plan.calculate_by.${way}` }));
    for (const time of options.GOODS_TIMELINE_OPTIONS)
      expect(valueWords(t, 'goodsTimeline', time, 'UTC')).toBe(wordsOf({ code: `plan.goods_timeline.${time}` }));
  });
});

describe('a record', () => {
  const thing = { kind: 'product', id: 'p', label: 'A/1', exists: true };
  it.each([
    [thing, true, '/products/A%2F1'],
    [{ ...thing, exists: false }, true, undefined],
    [thing, false, undefined],
    [{ ...thing, kind: 'member' }, false, '/users?person=p'],
    [{ ...thing, kind: 'invoice' }, true, '/invoices/p'],
    [{ ...thing, kind: 'view' }, true, undefined],
    [{ ...thing, kind: 'purchase-order' }, true, '/purchase-order/p'],
    [{ ...thing, kind: 'order' }, true, '/orders-shipments/orders/p'],
    [{ ...thing, kind: 'carton' }, true, '/orders-shipments/cartons?carton=p'],
    [{ ...thing, kind: 'shipment-plan' }, true, '/orders-shipments/shipment-plans/p'],
    [{ ...thing, kind: 'payment', label: 'HS-1 2' }, true, '/transactions/payables?q=HS-1'],
    [{ ...thing, kind: 'invoice-payment', label: 'HS-1' }, true, '/transactions/payables?q=HS-1'],
    [{ ...thing, kind: 'account-code' }, true, '/account-codes'],
    [{ ...thing, kind: 'credit' }, false, undefined],
  ])('%j, management %s, is at %s', (one, hasManagement, path) => expect(thingPath(one, hasManagement)).toBe(path));
});
