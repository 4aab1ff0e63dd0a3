import { createHash, randomBytes } from 'node:crypto';
import { onDatabase } from './database.ts';
import type { Product } from './server.ts';

/**
 * Returns the path of the newest invitation link for somebody. The database contains only the hash of the link's token,
 * so the function replaces it with the hash of a token that it knows.
 */
export const invitationLink = (
  product: Product,
  email: string,
  action: 'ACCEPT' | 'REJECT' = 'ACCEPT',
): Promise<string> =>
  onDatabase(product, async (client) => {
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
  });
