import { AUDIT_KINDS } from '@quayside/contracts/audit';
import { auditTexts } from '@quayside/contracts/texts/en/audit';
import { describe, expect, it } from 'vitest';
import { type ActionSpec, kindOfAction } from '../../events/audit-actions.ts';
import { changesInWords, detailsOf, jsonOfDetails } from '../../events/audit-details.ts';
import { AREAS } from '../all.ts';

const SPECS: readonly (readonly [action: string, spec: ActionSpec])[] = AREAS.flatMap(({ audit }) =>
  Object.entries(audit ?? {}),
);
const ID = '01a1fd84-0000-7000-8000-000000000001';
const LINE = '11a1fd84-0000-7000-8000-000000000002';

/** The string at a path such as `invoice.confirmed`. */
const textAt = (texts: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), texts);
const isText = (text: unknown): boolean => typeof text === 'string' && text !== '';

const fieldsOf = (spec: ActionSpec): readonly string[] => [
  ...(spec.changes ?? []),
  ...(spec.lines ?? []),
  ...(spec.fields ?? []),
  ...(spec.facts ?? []),
];

/** Sample details of an action, with a different value in each field. */
function sampleOf(spec: ActionSpec): Record<string, unknown> {
  const changesOf = (fields: readonly string[], before: string, after: string) =>
    fields.map((field) => ({ field, from: `${before} ${field}`, to: `${after} ${field}` }));
  return {
    ...(spec.name && { name: 'Its name' }),
    ...(spec.changes && { changes: changesOf(spec.changes, 'old', 'new') }),
    ...(spec.lines && { lines: [{ id: LINE, position: 7, changes: changesOf(spec.lines, 'old', 'new') }] }),
    ...(spec.fields && { fields: spec.fields }),
    ...(spec.facts && { facts: Object.fromEntries(spec.facts.map((fact) => [fact, { ref: ID }])) }),
    ...(spec.trace && { trace: Object.fromEntries(spec.trace.map((key) => [key, 'never shown'])) }),
  };
}

describe('the actions of the audit log', () => {
  it('are each defined by one area', () => {
    const actions = SPECS.map(([action]) => action);
    expect(actions.filter((action, i) => actions.indexOf(action) !== i)).toEqual([]);
    expect(actions.length).toBeGreaterThan(60);
  });

  it('belong to a kind of record that the filter of the log offers', () => {
    const kinds: readonly string[] = AUDIT_KINDS;
    expect(SPECS.map(([action]) => action).filter((action) => !kinds.includes(kindOfAction(action)))).toEqual([]);
    expect(kinds.filter((kind) => !isText(textAt(auditTexts.kind, kind)))).toEqual([]);
  });

  it('have words, and there are no words for removed actions', () => {
    const withWords = Object.entries(auditTexts.action).flatMap(([kind, verbs]) =>
      Object.keys(verbs).map((verb) => `${kind}.${verb}`),
    );
    expect(withWords.toSorted()).toEqual(SPECS.map(([action]) => action).toSorted());
  });

  it.each(SPECS)('include %s, with words for each of its fields', (_action, spec) => {
    expect(fieldsOf(spec).filter((field) => !isText(textAt(auditTexts.field, field)))).toEqual([]);
  });

  it.each(SPECS)('include %s, whose values are all read back from its row', (action, spec) => {
    const details: unknown = JSON.parse(jsonOfDetails(sampleOf(spec)) ?? 'null');
    const read = detailsOf({ action, subjectIds: [ID], historyOf: null, details });
    expect(read.name).toBe(spec.name ? 'Its name' : null);
    expect(read.fields).toEqual(spec.fields ?? []);
    const line = { id: LINE, position: 7 };
    const words = changesInWords(read, { label: (id) => (id === ID ? 'A record' : undefined), position: () => null });
    expect(words).toEqual([
      ...(spec.changes ?? []).map((field) => ({ line: null, field, from: `old ${field}`, to: `new ${field}` })),
      ...(spec.facts ?? []).map((field) => ({ line: null, field, from: null, to: 'A record' })),
      ...(spec.lines ?? []).map((field) => ({ line, field, from: `old ${field}`, to: `new ${field}` })),
    ]);
  });
});

describe('a value of an audit row in words', () => {
  const names = { label: (id: string) => (id === ID ? 'PAN-1' : undefined), position: () => 3 };
  const wordsOf = (to: unknown) => {
    const details = { version: 2, lines: [{ id: LINE, changes: [{ field: 'value', from: null, to }] }] };
    return changesInWords(
      detailsOf({ action: 'invoice-line.changed', subjectIds: [], historyOf: null, details }),
      names,
    );
  };
  it.each<[unknown, string]>([
    ['OPEN', 'OPEN'],
    [0, '0'],
    [false, 'false'],
    [{ ref: ID }, 'PAN-1'],
    [{ ref: LINE }, LINE],
    [{ ref: ID, amount: '5.00' }, 'PAN-1: 5.00'],
    [['a', 'b'], 'a, b'],
    [[{ ref: ID }, { ref: LINE, amount: '1' }], `PAN-1, ${LINE}: 1`],
    [[{ percent: '30.00', event: 'ORDER', days: null }], '30.00 % ORDER'],
    // In the order in which the database keeps the parts.
    [[{ days: 14, event: 'ORDER', percent: '30', monthEnd: null }], '30 % ORDER +14'],
    [[{ days: -7, event: 'ARRIVAL', percent: '70', monthEnd: 'BEFORE' }], '70 % ARRIVAL MONTH_END -7'],
    // Rows of earlier releases say true, and mean the end of the month before the days.
    [[{ days: 30, event: 'ARRIVAL', percent: '70', monthEnd: true }], '70 % ARRIVAL MONTH_END +30'],
    [[{ days: 30, event: 'ARRIVAL', percent: '70', monthEnd: 'AFTER' }], '70 % ARRIVAL +30 MONTH_END'],
    [[{ days: 0, event: 'ARRIVAL', months: 2, percent: '70', monthEnd: 'AFTER' }], '70 % ARRIVAL +2M +0 MONTH_END'],
    [[{ days: 0, event: 'ORDER', dueDate: '2026-12-24', percent: '100' }], '100 % 2026-12-24'],
  ])('%j is %s', (value, words) => {
    expect(wordsOf(value)).toEqual([{ line: { id: LINE, position: 3 }, field: 'value', from: null, to: words }]);
  });
  it.each([[null], [''], [[]], [{ days: null }]])('%j is left out as no value', (value) => {
    expect(wordsOf(value)).toEqual([]);
  });
});
