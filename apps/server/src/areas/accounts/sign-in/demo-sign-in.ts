import type { Config } from '../../../config.ts';
import { asSystem, type TxDeps } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { networkOf } from './network.ts';
import { countTry } from '../rows/rate-limit.queries.ts';
import { type Agent, type Issued, startSession } from './sessions.service.ts';

export const DEMO_EMAILS = { admin: 'maya@harbourandpine.example', viewer: 'tom@harbourandpine.example' } as const;

async function demoPerson(deps: TxDeps & { config: Config }, as: keyof typeof DEMO_EMAILS) {
  if (!deps.config.demo) return undefined;
  return asSystem(deps, (tx) =>
    tx
      .selectFrom('person')
      .select(['id', 'default_account_id'])
      .where('email', '=', DEMO_EMAILS[as])
      .where('is_active', '=', true)
      .executeTakeFirst(),
  );
}

/** Whether this installation has the demo account, to which visitors sign in without a password. */
export async function isDemoAvailable(deps: TxDeps & { config: Config }): Promise<boolean> {
  return (await demoPerson(deps, 'admin')) !== undefined;
}

export async function openDemoSeller(
  deps: TxDeps & { config: Config },
  as: keyof typeof DEMO_EMAILS,
  agent: Agent,
): Promise<Issued> {
  await countTry(deps, `demo-ip:${networkOf(agent.ip)}`, 100, 15 * 60);
  const person = await demoPerson(deps, as);
  const accountId = person?.default_account_id;
  if (!person || !accountId) throw new AppError('not_found');
  return asSystem(deps, (tx) => startSession(tx, deps, person.id, accountId, agent));
}
