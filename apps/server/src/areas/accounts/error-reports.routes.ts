import { reportErrors } from '@quayside/contracts/error-reports';
import { aboveAccount } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { networkOf } from './sign-in/network.ts';
import { countTry } from './rows/rate-limit.queries.ts';

/**
 * The maximum number of report requests per person and hour. Browsers report errors in batches, so more requests than
 * this mean that a page fails in a loop.
 */
const MOST_PER_HOUR = 120;
/** The maximum per network address and hour. It is higher, because the people of one office share an address. */
const MOST_PER_HOUR_AND_ADDRESS = 600;

/** Accepts error reports from the web client. The reporting person is taken from the session, not from the body. */
export function mountErrorReports(m: Mounting): void {
  const { deps } = m;
  mount(m, reportErrors, async (scope, { request }) => {
    await countTry(deps, `error-reports:${scope.userId}`, MOST_PER_HOUR, 3600);
    await countTry(deps, `error-reports-ip:${networkOf(request.ip)}`, MOST_PER_HOUR_AND_ADDRESS, 3600);
  })(async (w, { body }) => {
    const person = await aboveAccount(w, (tx) =>
      tx
        .selectFrom('person')
        .select(['email', 'first_name', 'last_name'])
        .where('id', '=', w.scope.userId)
        .executeTakeFirst(),
    );
    if (!person) throw new AppError('session_ended');
    const name = `${person.first_name} ${person.last_name}`.trim();
    deps.errorReporter.report({
      release: body.release,
      person: { userId: w.scope.userId, email: person.email, name },
      reports: body.reports,
    });
    return { taken: body.reports.length };
  });
}
