import { confirmLeave } from '../../components/form/leave.ts';
import { signOut } from '../../lib/session.ts';

/** Signs out, unless the person chooses to stay for unsaved input. */
export async function confirmSignOut(): Promise<void> {
  if (await confirmLeave()) await signOut();
}
