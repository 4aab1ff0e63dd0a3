import { mayLeave } from '../../components/form/leave.ts';
import { signOut } from '../../lib/session.ts';

/** Signs out, unless somebody stays for input that is not stored. */
export async function leaveSession(): Promise<void> {
  if (await mayLeave()) await signOut();
}
