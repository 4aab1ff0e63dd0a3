import { reportErrors } from '@quayside/contracts/error-reports';
import { aboveAccount } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { countTry } from './rate-limit.queries.ts';

/** Browsers batch their reports, so a larger number means a failure in a loop. */
const MOST_PER_HOUR = 120;

/** Error reports of the web client. The person is taken from the session, not from the body. */
export function mountErrorReports(m: Mounting): void {
  const { deps } = m;
  mount(m, reportErrors, (scope) => countTry(deps, `error-reports:${scope.userId}`, MOST_PER_HOUR, 3600))(
    async (w, { body }) => {
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
    },
  );
}
