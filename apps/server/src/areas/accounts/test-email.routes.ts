import { postTestEmail } from '@quayside/contracts/mailbox';
import { type Mounting, mount } from '../../http/mount.ts';
import { countTestEmail, sendTestEmail } from './mails/test-email.service.ts';

export function mountTestEmail(m: Mounting): void {
  mount(m, postTestEmail, (scope) => countTestEmail(m.deps, scope))((w, i) => sendTestEmail(m.deps, w, i.body));
}
