import type { Language } from '@quayside/contracts/texts/languages';
import { ENDPOINTS } from '@quayside/contracts/all';
import { removeAccountUser } from '@quayside/contracts/accounts/people';
import { FLAGS, type Flag } from '@quayside/domain/access/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SWITCHES } from '../areas/accounts/settings/account-settings.service.ts';
import { startSession } from '../areas/accounts/sign-in/sessions.service.ts';
import { asSystem } from '../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { aRowOfEach, paramsFor, type RowIds, sampleBody, sendRaw, type Spec } from './calls.ts';
import { leastOf, lineOf, readDemands, weakened } from './demands.ts';

// Makes every call of the contract as every kind of caller. The expected answers are computed here from the specified
// rules, not by the server's own check.

/** A kind of caller. */
interface Kind {
  readonly who: string;
  /** The kinds of access that this caller has. */
  readonly may: readonly Spec['access'][];
  /** Sections that are disabled in the caller's account. */
  readonly off?: readonly Flag[];
  /** The status with which every call is refused, if the caller's token is missing or was revoked. */
  readonly refused?: 401 | 498;
  /** Whether the caller belongs to another account but puts the id of this account's admin into the path. */
  readonly isElsewhere?: boolean;
  readonly tierExpired?: boolean;
  readonly secondFactorMissing?: boolean;
}
const READER = ['self', 'read'] as const;
const ADMIN = [...READER, 'write', 'accountAdmin'] as const;
const KINDS = [
  { who: 'a stranger', may: [], refused: 401 },
  { who: 'a removed member', may: [], refused: 498 },
  { who: 'a viewer', may: READER },
  { who: 'an admin', may: ADMIN },
  { who: 'a system admin who is a viewer here', may: [...ADMIN, 'systemAdmin'] },
  { who: 'an admin of another account', may: ADMIN, isElsewhere: true },
  { who: 'an admin whose tier has expired', may: ADMIN, tierExpired: true },
  { who: 'an admin without the second factor that the account asks for', may: ADMIN, secondFactorMissing: true },
  { who: 'a viewer with every section off', may: READER, off: FLAGS },
  { who: 'an admin with every section off', may: ADMIN, off: FLAGS },
  ...FLAGS.map((flag) => ({ who: `an admin with ${flag} off`, may: ADMIN, off: [flag] })),
] as const satisfies readonly Kind[];

/** The expected answer to this caller: the status of a refusal, or `admitted`. */
function demanded(spec: Pick<Spec, 'access' | 'flags' | 'path'>, kind: Kind): number | 'admitted' {
  if (spec.access === 'public') return 'admitted';
  if (kind.refused) return kind.refused;
  if (kind.isElsewhere && spec.path.includes('{userId}')) return 403;
  if (kind.secondFactorMissing && spec.access !== 'self') return 403;
  const isOff = (flag: Flag) => kind.off?.includes(flag) ?? false;
  if (spec.flags?.length && spec.flags.every((group) => group.some(isOff))) return 404;
  if (!kind.may.includes(spec.access)) return 403;
  if (kind.tierExpired && spec.access !== 'self' && spec.access !== 'read') return 402;
  return 'admitted';
}

let t: TestApp;
let admin: TestPerson;
let ids: RowIds;
const people = new Map<string, TestPerson>();
let cells = 0;

beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  ids = await aRowOfEach(t, admin);
  for (const kind of KINDS) people.set(kind.who, await personOf(kind));
  const { scopeOf } = t.deps.signIn;
  const expired = people.get('an admin whose tier has expired')?.token;
  // No tier expires until there is a billing provider, so the test sets the expiry in the scope.
  Object.assign(t.deps.signIn, {
    scopeOf: async (token: string, request: { readonly id: string; readonly language: Language }) => {
      const scope = await scopeOf(token, request);
      return token === expired ? { ...scope, tierExpired: true } : scope;
    },
  });
});
afterAll(async () => {
  await t.close();
  process.stdout.write(`role matrix: ${cells} cells, ${ENDPOINTS.length} calls by ${KINDS.length} kinds of caller\n`);
});

/** Creates a person of this kind. A stranger gets one too, but the test then sends no token. */
async function personOf(kind: Kind): Promise<TestPerson> {
  if (kind.who === 'an admin') return admin;
  if (kind.off || kind.isElsewhere || kind.tierExpired || kind.secondFactorMissing) {
    const own = await t.admin();
    const off = Object.fromEntries((kind.off ?? []).map((flag) => [SWITCHES[flag], false]));
    if (kind.off)
      await t.work(own, (w) => w.tx.updateTable('account').set(off).where('account_id', '=', own.accountId).execute());
    if (kind.secondFactorMissing)
      await t.work(own, (w) =>
        w.tx
          .updateTable('account')
          .set({ is_second_factor_required: true })
          .where('account_id', '=', own.accountId)
          .execute(),
      );
    t.deps.signIn.forgetAccount(own.accountId);
    return kind.may === READER ? t.member(own) : own;
  }
  const member = await t.member(admin);
  if (kind.refused === 498) await t.ok(admin, removeAccountUser, { params: { deleteUserId: member.userId } });
  if (kind.may.includes('systemAdmin'))
    await asSystem(t.deps, (tx) =>
      tx.updateTable('person').set({ is_system_admin: true }).where('id', '=', member.userId).execute(),
    );
  return member;
}
const person = (kind: Kind): TestPerson => people.get(kind.who) ?? admin;

/**
 * Makes a call as this caller. Its query contains an unknown parameter: an admitted caller gets an error about this
 * parameter, and any other caller gets the refusal. So the result is exact, and no call changes data.
 */
async function cell(spec: Spec, kind: Kind): Promise<number | 'admitted'> {
  cells += 1;
  const caller = person(kind);
  const answer = await sendRaw(t, spec, kind.refused === 401 ? undefined : caller.token, {
    params: paramsFor(spec, ids, kind.isElsewhere ? admin : caller),
    query: { surprise: '1' },
    body: sampleBody(spec),
  });
  return answer.status === 422 && answer.json().errors?.some((e) => e.field === 'surprise')
    ? 'admitted'
    : answer.status;
}

describe('the role matrix', () => {
  it.each(KINDS.map((kind) => [kind.who, kind] as const))('%s is answered as every call declares', async (_, kind) => {
    const wrong: string[] = [];
    for (const spec of ENDPOINTS) {
      const answer = await cell(spec, kind);
      if (answer !== demanded(spec, kind)) wrong.push(`${lineOf(spec)}: ${answer} instead of ${demanded(spec, kind)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('covers every call and every kind of caller', () => {
    expect(cells).toBe(ENDPOINTS.length * KINDS.length);
  });

  it('would fail for a call that is mounted with another declaration', async () => {
    const viewer: Kind = KINDS[2];
    const stronger = {
      self: 'write',
      read: 'write',
      write: 'self',
      accountAdmin: 'read',
      systemAdmin: 'self',
    } as const;
    const isOpen = ENDPOINTS.filter((spec) => spec.access !== 'public');
    const unseen: string[] = [];
    for (const spec of isOpen) {
      const other = { ...spec, access: stronger[spec.access as keyof typeof stronger] };
      if ((await cell(spec, viewer)) === demanded(other, viewer)) unseen.push(spec.id);
    }
    cells -= isOpen.length;
    expect(unseen).toEqual([]);
  });
});

describe('an admitted caller', () => {
  // Leaves out the live stream, whose answer does not end.
  const asked = ENDPOINTS.filter((e) => e.access !== 'public' && e.id !== 'subscribe');
  const kinds = KINDS.filter((kind) =>
    ['a viewer', 'an admin', 'a system admin who is a viewer here'].includes(kind.who),
  );

  it.each(kinds.map((kind) => [kind.who, kind] as const))(
    'is not refused inside the call either: %s',
    async (_, kind) => {
      const wrong: string[] = [];
      const { userId, accountId } = person(kind);
      const signIn = async () => {
        const { token } = await asSystem(t.deps, (tx) =>
          startSession(tx, t.deps, userId, accountId, { ip: '127.0.0.1', userAgent: 'test' }),
        );
        return token.access_token;
      };
      let token: string | undefined;
      for (const spec of asked) {
        if (demanded(spec, kind) !== 'admitted') continue;
        token ??= await signIn();
        const { status } = await sendRaw(t, spec, token, {
          params: paramsFor(spec, ids, person(kind)),
          body: sampleBody(spec),
        });
        if ([401, 402, 403, 498].includes(status) || status >= 500) wrong.push(`${spec.id}: ${status}`);
        // The next call has a new session, because some calls end sessions, or move them to another account.
        if (spec.method !== 'GET') token = undefined;
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('the access that a call demands', () => {
  it('is neither less than recorded nor less than its path implies', () => {
    expect(weakened(ENDPOINTS, readDemands())).toEqual([]);
  });

  it('is reported when it becomes less, for every call', () => {
    const below = {
      self: 'public',
      read: 'self',
      write: 'read',
      accountAdmin: 'write',
      systemAdmin: 'accountAdmin',
    } as const;
    const demands = readDemands();
    const pinned = ENDPOINTS.filter((spec) => demands.has(spec.id));
    const unseen = pinned.flatMap((spec) => [
      ...(spec.access !== 'public' &&
      weakened([{ ...spec, access: below[spec.access] }], new Map([[spec.id, demands.get(spec.id) ?? spec]])).length ===
        0
        ? [`${spec.id} as ${below[spec.access]}`]
        : []),
      ...(spec.flags?.length &&
      weakened([{ ...spec, flags: [] }], new Map([[spec.id, demands.get(spec.id) ?? spec]])).length === 0
        ? [`${spec.id} without its sections`]
        : []),
    ]);
    expect(unseen).toEqual([]);
    const [a, b] = ['isSv1Enabled', 'isResourcesEnabled'] as const;
    const call = { id: 'x', method: 'GET', path: '/x/{userId}', access: 'read' } as const;
    const both = readDemands(`x read ${a}+${b}`);
    expect(weakened([{ ...call, flags: [[a, b]] }], both)).toEqual([]);
    expect(weakened([{ ...call, flags: [[a], [b]] }], both)).toHaveLength(1);
    expect(weakened([{ ...call, flags: [[a]] }], both)).toHaveLength(1);
    expect(weakened([], both)).toHaveLength(1);
  });

  it.each([
    ['POST', '/suppliers/{userId}', 'write'],
    ['DELETE', '/admin/users/{id}', 'systemAdmin'],
    ['GET', '/admin/users', 'systemAdmin'],
    ['PUT', '/users/{userId}/account/settings', 'accountAdmin'],
    ['PATCH', '/users/{userId}', 'self'],
    ['GET', '/suppliers/{userId}', 'self'],
    ['POST', '/auth/register/trial', 'public'],
  ] as const)('is at least what the path of a new call %s %s implies: %s', (method, path, least) => {
    expect(leastOf({ id: 'new', method, path, access: 'public' })).toBe(least);
  });
});
