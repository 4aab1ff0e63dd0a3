import { type Language, languageNamed } from '@quayside/contracts/texts/languages';
import type { Flag } from '@quayside/domain/access/access';
import type { Role } from '@quayside/domain/lists';
import { asSystem, enterAccount, makeScope, type Scope, type SystemTx, type TxDeps } from '../db/tx.ts';
import { isLasting } from '../ports/clock.ts';
import { AppError } from './errors.ts';
import { hashToken } from './tokens.ts';

const CACHE_MS = 5_000;
/** How long an access token is valid. */
export const ACCESS_SECONDS = 30 * 60;
const CACHE_SIZE = 10_000;

/**
 * Resolves bearer tokens to scopes (person and account). A scope is cached for 5 s, and is evicted at once when its
 * session or account changes.
 */
export interface SignIn {
  /**
   * Resolves a token. The scope's language is the one that the request asks for, otherwise the one in the person's
   * profile. Throws 401 for an unknown token, and 498 for a token that has expired or was revoked.
   */
  scopeOf(token: string, request: { readonly id: string; readonly language: Language | undefined }): Promise<Scope>;
  forgetSessions(sessionIds: readonly string[]): void;
  forgetAccount(accountId: string): void;
}

type AccountRow = Awaited<ReturnType<typeof accountOf>>;

async function accountOf(tx: SystemTx, accountId: string, personId: string) {
  await enterAccount(tx, accountId, personId);
  return tx
    .selectFrom('account')
    .innerJoin('account_member', 'account_member.account_id', 'account.account_id')
    .selectAll('account')
    .select(['account_member.roles', 'account_member.invitation_status'])
    .where('account.account_id', '=', accountId)
    .where('account_member.person_id', '=', personId)
    .executeTakeFirst();
}

const flagsOf = (a: NonNullable<AccountRow>): Record<Flag, boolean> => ({
  isOrdersAndShippingEnabled: a.is_orders_and_shipping_enabled,
  isManagementSectionEnabled: a.is_management_section_enabled,
  isFeeTrackerActive: a.is_fee_tracker_active,
  isSv1Enabled: a.is_sv1_enabled,
  isPoAndInventoryEnabled: a.is_po_and_inventory_enabled,
  isMarketPlacesEnabled: a.is_market_places_enabled,
  isResourcesEnabled: a.is_resources_enabled,
});

/**
 * Creates the scope of a member, for services that run without a request (the demo seed); undefined if the person is
 * not a member.
 */
export async function scopeOfMember(
  tx: SystemTx,
  accountId: string,
  personId: string,
  extra: {
    sessionId: string | null;
    requestId: string | null;
    isSystemAdmin: boolean;
    language?: Language | undefined;
  },
): Promise<Scope | undefined> {
  const account = await accountOf(tx, accountId, personId);
  if (!account || account.invitation_status !== 'ACCEPTED') return undefined;
  const secondFactorMissing =
    account.is_second_factor_required &&
    (await tx
      .selectFrom('second_factor')
      .select('id')
      .where('person_id', '=', personId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()) === undefined;
  const roles = account.roles.filter((r): r is Role => r === 'sv-account-admin' || r === 'sv-account-viewer');
  return makeScope({
    userId: personId,
    accountId,
    roles: extra.isSystemAdmin ? [...roles, 'sv-admin'] : roles,
    flags: flagsOf(account),
    currency: account.currency,
    timeZone: account.time_zone,
    // There is no billing provider yet, so no tier expires.
    tierExpired: false,
    secondFactorMissing,
    sessionId: extra.sessionId,
    requestId: extra.requestId,
    language: extra.language ?? 'en',
  });
}

export function createSignIn(deps: TxDeps): SignIn {
  const cache = new Map<string, { scope: Scope; until: number; expiresAt: number }>();
  let forgotten = 0;

  async function load(hash: Buffer): Promise<{ scope: Scope; expiresAt: number }> {
    return asSystem(deps, async (tx) => {
      const row = await tx
        .selectFrom('session_token as t')
        .innerJoin('session as s', 's.id', 't.session_id')
        .innerJoin('person as p', 'p.id', 's.person_id')
        .select([
          's.id',
          's.person_id',
          's.account_id',
          's.ended_at',
          's.last_used_at',
          't.expires_at',
          'p.is_active',
          'p.is_system_admin',
          'p.language',
        ])
        .where('t.hash', '=', hash)
        .where('t.kind', '=', 'access')
        .executeTakeFirst();
      if (!row) throw new AppError('not_signed_in');
      const now = deps.clock.now();
      if (row.ended_at || !isLasting(row.expires_at, ACCESS_SECONDS * 1000, now) || !row.is_active)
        throw new AppError('session_ended');
      if (Math.abs(now.getTime() - row.last_used_at.getTime()) > 60_000)
        await tx.updateTable('session').set({ last_used_at: now }).where('id', '=', row.id).execute();
      const scope = await scopeOfMember(tx, row.account_id, row.person_id, {
        sessionId: row.id,
        requestId: null,
        isSystemAdmin: row.is_system_admin,
        language: languageNamed(row.language),
      });
      if (!scope) throw new AppError('session_ended');
      return { scope, expiresAt: row.expires_at.getTime() };
    });
  }

  return {
    async scopeOf(token, { id: requestId, language }) {
      if (!/^qs_[\w-]{43}$/.test(token)) throw new AppError('not_signed_in');
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const now = deps.clock.now().getTime();
      let found = cache.get(key);
      if (found && !isLasting(found.expiresAt, ACCESS_SECONDS * 1000, now)) throw new AppError('session_ended');
      if (!found || found.until <= now || found.until > now + CACHE_MS) {
        const before = forgotten;
        const fresh = await load(hash);
        if (cache.size >= CACHE_SIZE) cache.clear();
        found = { ...fresh, until: now + CACHE_MS };
        // Do not cache the scope if a session was revoked while it was loaded.
        if (before === forgotten) cache.set(key, found);
      }
      return makeScope({ ...found.scope, requestId, language: language ?? found.scope.language });
    },
    forgetSessions(sessionIds) {
      const gone = new Set(sessionIds);
      forgotten += 1;
      for (const [key, entry] of cache)
        if (entry.scope.sessionId !== null && gone.has(entry.scope.sessionId)) cache.delete(key);
    },
    forgetAccount(accountId) {
      forgotten += 1;
      for (const [key, entry] of cache) if (entry.scope.accountId === accountId) cache.delete(key);
    },
  };
}
