import { ENDPOINTS } from '@quayside/contracts/all';
import { expect, it } from 'vitest';
import { openApi } from '../http/openapi.ts';
import { faultOf } from './judge.ts';
import { readOperations } from './operations.ts';
import { API_PATH, type Plan, planRequest, type World } from './plan.ts';
import type { Outcome, WireRequest } from './wire.ts';

const PERSON = '01a1fd84-0000-8000-8000-000000000001';
const text = JSON.stringify(openApi(new Set(ENDPOINTS.map((spec) => spec.id)), 'http://localhost'));
const { operations, refusal } = readOperations(text);
const world: World = {
  operations,
  ids: new Map([['supplier', ['01a1fd84-0000-7000-8000-000000000002']]]),
  userIds: { admin: PERSON, viewer: PERSON, stranger: PERSON, nobody: PERSON },
  linkTokens: ['a-token-from-a-mail'],
};
const bytesOf = (seed: number, number: number) => {
  const { head, body, end } = planRequest(world, seed, number).write('token');
  return `${head}${body.toString('latin1')}${end}`;
};

it('plans the same request for the same seed and number, and a different one for any other', () => {
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  const planned = numbers.map((number) => bytesOf(7, number));
  expect(numbers.map((number) => bytesOf(7, number))).toEqual(planned);
  expect(new Set([...planned, ...numbers.map((number) => bytesOf(8, number))]).size).toBeGreaterThan(180);
});

it('plans requests of every call', () => {
  const planned = Array.from(
    { length: ENDPOINTS.length * 12 },
    (_, number) => planRequest(world, 1, number).operation.id,
  );
  expect(new Set(planned).size).toBe(ENDPOINTS.length);
});

const operationOf = (id: string) => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`There is no call ${id}`);
  return operation;
};
const request: WireRequest = {
  head: `GET ${API_PATH}/suppliers/${PERSON} HTTP/1.1\r\n\r\n`,
  body: Buffer.alloc(0),
  end: 'whole',
  isExact: true,
  isHead: false,
};
const planOf = (id: string): Plan => ({
  operation: operationOf(id),
  caller: 'admin',
  isOfCall: true,
  write: () => request,
});
const answer = (status: number, body: unknown, type = 'application/json; charset=utf-8'): Outcome => ({
  status,
  headers: new Map([['content-type', type]]),
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const refused = (status: number, code: string) => answer(status, { status, code, message: 'x', requestId: 'x' });
const page = (content: unknown[]) => ({
  content,
  totalElements: 0,
  totalPages: 0,
  number: 0,
  size: 50,
  first: true,
  last: true,
  totalIsCapped: false,
});

it.each<[string, string, Outcome]>([
  ['no answer', 'listSuppliers', 'silence'],
  ['a connection that is closed without an answer', 'listSuppliers', 'closed'],
  ['a failure', 'listSuppliers', refused(500, 'internal')],
  ['a failure that is not documented', 'listSuppliers', refused(502, 'internal')],
  ['a refusal of another form', 'listSuppliers', answer(404, { error: 'Not found' })],
  ['a refusal that is no JSON', 'listSuppliers', answer(404, 'Not found')],
  [
    'a refusal with another status in its body',
    'listSuppliers',
    answer(404, { status: 403, code: 'forbidden', message: 'x', requestId: 'x' }),
  ],
  ['a refusal that the call does not declare', 'listSuppliers', refused(409, 'suppliers.in_use')],
  ['a status that the call does not declare', 'listSuppliers', answer(201, page([]))],
  ['an answer without a field', 'listSuppliers', answer(200, { ...page([]), first: undefined })],
  ['a row of another form', 'listSuppliers', answer(200, page([{ id: 'x' }]))],
  ['an answer of another type', 'listSuppliers', answer(200, page([]), 'text/html')],
  ['a file of another type', 'exportSuppliers', answer(200, 'x', 'text/html')],
  ['a body where none is declared', 'deleteSupplier', answer(204, 'x')],
])('finds %s', (_, id, outcome) => {
  expect(faultOf(planOf(id), request, outcome, refusal)).toEqual(expect.any(String));
});

it.each<[string, string, Outcome]>([
  ['a success', 'listSuppliers', answer(200, page([]))],
  ['a file', 'exportSuppliers', answer(200, 'x', 'text/csv; charset=utf-8')],
  ['a declared refusal', 'deleteSupplier', refused(409, 'suppliers.in_use')],
  ['an overloaded server', 'listSuppliers', refused(503, 'unavailable')],
])('finds nothing in %s', (_, id, outcome) => {
  expect(faultOf(planOf(id), request, outcome, refusal)).toBeUndefined();
});
