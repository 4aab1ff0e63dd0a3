import { uploadForm } from './files.ts';
import { type IdKind, kindOfId } from './id-kinds.ts';
import { type Draft, encoded, makeOdd } from './odd-requests.ts';
import { jsonOf, oddText, randomUuid, withOddPlaces } from './odd-values.ts';
import type { Operation } from './operations.ts';
import { createRandom, type Random } from './random.ts';
import { type Chooser, sample, type Schema } from './sample.ts';
import type { WireRequest } from './wire.ts';

/** Who sends a request. `stranger` is the admin of another account; `nobody` is not signed in. */
export type Caller = 'admin' | 'viewer' | 'stranger' | 'nobody';

/**
 * The data from which a request is planned: the calls, the ids of existing records by kind, and the ids of the callers.
 */
export interface World {
  readonly operations: readonly Operation[];
  readonly ids: ReadonlyMap<IdKind, readonly string[]>;
  readonly userIds: Readonly<Record<Caller, string>>;
  /** Tokens of links in mails that were sent. */
  readonly linkTokens: readonly string[];
}

/** A planned request. The seed and the number of the request determine its content. */
export interface Plan {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly isOfCall: boolean;
  /** Writes the request with the caller's token. */
  readonly write: (token: string | undefined) => WireRequest;
}

export const API_PATH = '/api/v2';
/** The clients that requests claim to come from. The web client gets the refresh token as a cookie. */
const CLIENTS = ['web', 'other'];

/** Plans one request of a run. */
export function planRequest(world: World, seed: number, number: number): Plan {
  const random = createRandom(seed, number);
  const operation = random.pick(world.operations);
  const caller = random.pick<Caller>(['admin', 'admin', 'admin', 'admin', 'admin', 'viewer', 'stranger', 'nobody']);
  const choose = chooserFor(world, operation, caller, random);
  const valueOf = ({ name, schema }: { name: string; schema: Schema }) => textOf(sample(schema, choose, [name]));
  const path = operation.parameters
    .filter((one) => one.in === 'path')
    .reduce((sum, one) => sum.replace(`{${one.name}}`, encoded(valueOf(one))), operation.path);
  const draft: Draft = {
    method: operation.method,
    path: API_PATH + path,
    query: operation.parameters
      .filter((one) => one.in === 'query' && (one.required || random.chance(0.35)))
      .flatMap((one) => queryParts(one, operation, choose, random)),
    headers: [
      ['host', 'localhost'],
      ['accept', 'application/json'],
      ['x-forwarded-for', `198.51.${random.int(256)}.${random.int(256)}`],
      ...(random.chance(0.5) ? [['x-client', random.pick(CLIENTS)] as [string, string]] : []),
    ],
    body: undefined,
    framing: 'length',
    end: 'whole',
    isOfCall: true,
  };
  addBody(draft, operation, world, choose, random);
  const names = operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
  if (random.chance(0.5)) makeOdd(draft, random, names);
  return { operation, caller, isOfCall: draft.isOfCall, write: (token) => written(draft, token) };
}

/**
 * Makes the choices for a request. Some ids are mistakes that the server must expect: ids of other kinds, or of no
 * record.
 */
function chooserFor(world: World, operation: Operation, caller: Caller, random: Random): Chooser {
  const all = [...world.ids.values()].flat();
  const own = random.chance(0.75);
  return {
    isFilled: () => random.chance(0.4),
    lengthOf: (_, least) => least + random.pick([0, 1, 1, 2, 3]),
    pick: (options) => random.pick(options),
    textAt: (place) =>
      /token/i.test(place.at(-1) ?? '') && world.linkTokens.length > 0 && random.chance(0.5)
        ? random.pick(world.linkTokens)
        : undefined,
    idAt: (place, type) => {
      if (place.length === 1 && place[0] === 'userId' && random.chance(0.95)) return world.userIds[caller];
      const kind = kindOfId(operation.path, place, type);
      const fitting = (kind && world.ids.get(kind)) ?? [];
      if (own && fitting.length > 0 && random.chance(0.9)) return random.pick(fitting);
      return random.chance(0.5) ? random.pick(all) : randomUuid(random);
    },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const FILTER_OPS = ['in', 'notIn', 'contains', 'gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'];
const FILTER_FIELDS = ['supplier', 'unassigned', 'archived', 'kind', 'actor', 'action', 'isRead', 'product'];

/** The parts of the query for one parameter. Sorts and filters use names of the fields in the answer. */
function queryParts(
  { name, schema }: { readonly name: string; readonly schema: Schema },
  operation: Operation,
  choose: Chooser,
  random: Random,
): string[] {
  const fields = [...operation.fields, ...FILTER_FIELDS];
  if (name === 'sort') {
    const sorts = Array.from({ length: 1 + random.int(3) }, () => random.pick(fields));
    return sorts.map((field) => `sort=${encoded(`${field}${random.pick(['', ',asc', ',desc', ',up', ',asc,desc'])}`)}`);
  }
  if (name === 'filter') {
    const value = () =>
      random.pick([
        () => oddText(random).slice(0, 200),
        () => '1',
        () => '2026-11-20',
        () => choose.idAt([], undefined),
      ])();
    const chip = () => ({
      field: random.pick(fields),
      op: random.pick(FILTER_OPS),
      values: Array.from({ length: random.int(3) }, value),
    });
    return [`filter=${encoded(jsonOf(Array.from({ length: random.int(3) }, chip)))}`];
  }
  const value = sample(schema, choose, [name]);
  return (Array.isArray(value) ? value : [value]).map((one) => `${name}=${encoded(textOf(one))}`);
}

function addBody(draft: Draft, operation: Operation, world: World, choose: Chooser, random: Random): void {
  if (operation.fileField !== undefined) {
    const fields = operation.parameters
      .filter((one) => one.in === 'query' && random.chance(0.2))
      .map((one) => [one.name, textOf(sample(one.schema, choose, [one.name]))] as const);
    const { contentType, body } = uploadForm(operation.fileField, random, fields);
    draft.headers.push(['content-type', contentType]);
    draft.body = body;
  } else if (operation.body) {
    const value = sample(operation.body, choose);
    const sent = random.chance(0.5) ? withOddPlaces(value, random, [...world.ids.values()].flat()) : value;
    draft.headers.push(['content-type', 'application/json']);
    draft.body = Buffer.from(jsonOf(sent));
  } else if (random.chance(0.1)) draft.body = Buffer.from(random.pick(['{}', 'List-Unsubscribe=One-Click', 'null']));
}

function written(draft: Draft, token: string | undefined): WireRequest {
  const { body = Buffer.alloc(0), framing } = draft;
  const lengths: Record<Draft['framing'], string[]> = {
    length: draft.body ? [`content-length: ${body.length}`] : [],
    chunked: ['transfer-encoding: chunked'],
    'bad-chunks': ['transfer-encoding: chunked'],
    short: [`content-length: ${Math.floor(body.length / 2)}`],
    long: [`content-length: ${body.length + 1_000}`],
    none: [],
  };
  const names = new Set(draft.headers.map(([name]) => name));
  const head = [
    `${draft.method} ${draft.path}${draft.query.length > 0 ? `?${draft.query.join('&')}` : ''} HTTP/1.1`,
    ...draft.headers.map(([name, value]) => `${name}: ${headerText(value)}`),
    ...(token === undefined || names.has('authorization') ? [] : [`authorization: Bearer ${token}`]),
    ...(names.has('content-length') || names.has('transfer-encoding') ? [] : lengths[framing]),
  ];
  const chunks = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
  const isChunked = framing === 'chunked' && !names.has('transfer-encoding') && !names.has('content-length');
  return {
    head: `${head.join('\r\n')}\r\n\r\n`,
    body: isChunked ? (body.length === 0 ? Buffer.from('0\r\n\r\n') : chunks) : body,
    // The declared length is wrong, or a body is announced but not sent. The server rightly waits for more, so close
    // the connection.
    end: draft.end === 'whole' && (names.has('content-length') || names.has('transfer-encoding')) ? 'ended' : draft.end,
    isExact:
      draft.end === 'whole' &&
      (framing === 'length' || framing === 'chunked') &&
      !['content-length', 'transfer-encoding', 'expect', 'upgrade'].some((name) => names.has(name)),
    isHead: draft.method === 'HEAD',
  };
}

/**
 * Converts a value to the bytes of a header: other characters become UTF-8. Line ends are replaced, because they would
 * begin another header.
 */
const headerText = (value: string): string => Buffer.from(value.replaceAll(/[\r\n]/g, ' ')).toString('latin1');
