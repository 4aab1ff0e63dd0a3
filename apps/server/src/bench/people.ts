import { setTimeout as sleep } from 'node:timers/promises';
import { registerTrial, type Token } from '@quayside/contracts/accounts/accounts';
import {
  createProductImport,
  getProductImport,
  type ProductImport,
} from '@quayside/contracts/products/product-imports';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { API_ROOT } from '../http/calls.ts';
import { urlOf } from '../http/local-client.ts';
import { SUPPLIERS } from './catalogue.ts';

export const PASSWORD = 'a long enough bench password';

/** A registered seller, with the token of their session. */
export interface Seller {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
}

export async function call<T>(
  port: number,
  method: string,
  path: string,
  token: string | undefined,
  body: unknown,
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

/** Registers a person and creates the suppliers of their account, all through the API. */
export async function register(port: number, number: number): Promise<Seller> {
  const email = `seller${number}@bench.example`;
  const body = {
    firstName: 'Bench',
    lastName: 'Seller',
    email,
    password: PASSWORD,
    company: `Bench ${number}`,
    currency: 'GBP',
    timeZone: 'Europe/London',
  };
  const token = await call<Token>(port, 'POST', API_ROOT + registerTrial.path, undefined, body);
  const seller = { email, userId: token.userId, token: token.access_token };
  for (const companyName of SUPPLIERS) {
    await call(port, 'POST', urlOf(createSupplier, { userId: seller.userId }), seller.token, {
      companyName,
      currency: 'CNY',
      country: 'CN',
    });
  }
  return seller;
}

const RUNNING: readonly ProductImport['state'][] = ['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING'];

/** Imports a CSV through the API. Returns how long it took until all of its rows were stored. */
export async function importCsv(port: number, seller: Seller, csv: string): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'catalogue.csv');
  const began = performance.now();
  const user = { userId: seller.userId };
  let result = await call<ProductImport>(port, 'POST', urlOf(createProductImport, user), seller.token, form);
  while (RUNNING.includes(result.state)) {
    await sleep(100);
    result = await call<ProductImport>(
      port,
      'GET',
      urlOf(getProductImport, { ...user, importId: result.id }),
      seller.token,
      undefined,
    );
  }
  const ms = performance.now() - began;
  if (result.state !== 'IMPORTED')
    throw new Error(`The import was ${result.state}: ${JSON.stringify(result.errors.slice(0, 3))}`);
  return ms;
}
