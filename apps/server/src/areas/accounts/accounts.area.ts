import type { Area } from '../area.ts';
import { accountsAudit } from './accounts.audit.ts';
import { memberNames } from './people/member-names.views.ts';
import { accountsJobs } from './accounts.jobs.ts';
import { mountAccounts } from './accounts.routes.ts';
import { mountAuth } from './auth.routes.ts';
import { mountErrorReports } from './error-reports.routes.ts';
import { mountOwnSettings } from './own-settings.routes.ts';
import { mountPeople } from './people.routes.ts';
import { mountSecondFactor } from './second-factor.routes.ts';
import { mountTestEmail } from './test-email.routes.ts';
import { mountUsers } from './users.routes.ts';
import { mountWantedMails } from './wanted-mails.routes.ts';

export const accountsArea: Area = {
  name: 'accounts',
  audit: accountsAudit,
  tables: [
    'account',
    'account_member',
    'mail_proof',
    'person',
    'rate_limit',
    'recovery_code',
    'second_factor',
    'session',
    'session_token',
    'unwanted_mail',
  ],
  mount(m) {
    mountAccounts(m);
    mountTestEmail(m);
    mountErrorReports(m);
    mountPeople(m);
    mountAuth(m);
    mountOwnSettings(m);
    mountSecondFactor(m);
    mountWantedMails(m);
    mountUsers(m);
  },
  jobs: accountsJobs,
  names: memberNames,
};
