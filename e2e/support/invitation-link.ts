import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OWNER } from '../../apps/server/src/db/embedded/cluster.ts';
import { connectionUrl } from '../../apps/server/src/db/embedded/owner.ts';
import { findPlace } from '../../apps/server/src/db/embedded/place.ts';
import type { Product } from './server.ts';

const PORT_LINE = 3;

/**
 * Returns the path of the newest invitation link for somebody. The database contains only the hash of the link's token,
 * so the function replaces it with the hash of a token that it knows.
 */
export async function invitationLink(
  { dataDir }: Product,
  email: string,
  action: 'ACCEPT' | 'REJECT' = 'ACCEPT',
): Promise<string> {
  const { home } = findPlace(dataDir, () => undefined);
  const port = Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[PORT_LINE]);
  const client = new pg.Client({
    connectionString: connectionUrl(OWNER, readFileSync(join(home, `${OWNER}.password`), 'utf8').trim(), port),
  });
  await client.connect();
  try {
    const token = `qs_${randomBytes(32).toString('base64url')}`;
    const { rows } = await client.query<{ person_id: string; account_id: string }>(
      `
        update mail_proof set hash = $1
        where purpose = 'INVITATION' and email = $2 and used_at is null
        returning person_id, account_id`,
      [createHash('sha256').update(token).digest(), email],
    );
    const [proof] = rows;
    if (!proof) throw new Error(`Nobody is invited as ${email}`);
    return `/login/verify/invite/${proof.person_id}/${proof.account_id}/${token}/${action}`;
  } finally {
    await client.end();
  }
}
