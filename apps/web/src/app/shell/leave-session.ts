import { confirmLeave } from '../../components/form/leave.ts';
import { signOut } from '../../lib/session/session.ts';

/** Signs out. If there is unsaved input, the person is asked first and can choose to stay. */
export async function confirmSignOut(): Promise<void> {
  if (await confirmLeave()) await signOut();
}
