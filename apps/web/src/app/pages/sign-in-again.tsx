import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { confirmDiscard } from '../../components/form/leave.ts';
import { Dialog } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { meQuery } from '../../lib/session/account.ts';
import { pausedSession } from '../../lib/session/paused-session.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { countTyped } from '../../lib/editing/unsaved.ts';
import { SignInForm } from './login.page.tsx';

/** The dialog in which the person signs in again over a page that holds unsaved input. */
export function SignInAgain() {
  const t = useT();
  const userName = useQuery({ ...meQuery(), enabled: false }).data?.email ?? '';
  const leave = async () => {
    if (!(await confirmDiscard(countTyped()))) return;
    pausedSession.giveUp();
    queryClient.clear();
  };
  return (
    <Dialog title={t('accounts:signInAgain.title')} size={440} onClose={() => void leave()}>
      <SignInForm isReturning={false} userName={userName} />
      <Button variant="subtle" fullWidth mt={8} onClick={() => void leave()}>
        {t('accounts:signInAgain.leave')}
      </Button>
    </Dialog>
  );
}
