import type { SystemTx } from '../../../db/tx.ts';

/** Removes expired rate limits, links of mails, and sessions. */
export async function deleteEnded(tx: SystemTx, now: Date, before: Date): Promise<void> {
  await tx.deleteFrom('rate_limit').where('resets_at', '<', now).execute();
  await tx.deleteFrom('mail_proof').where('expires_at', '<', before).execute();
  await tx.deleteFrom('session_token').where('expires_at', '<', before).execute();
  await tx.deleteFrom('session').where('expires_at', '<', before).execute();
}
