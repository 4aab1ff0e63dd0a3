import { Button } from '@mantine/core';
import type { Me } from '@quayside/contracts/accounts/accounts';
import { patchUser } from '@quayside/contracts/accounts/users';
import { IconLogout, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { SetUpDialog } from '../../features/profile/security/set-up-dialog.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { clearAccount } from '../../lib/session/forget-account.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';
import { signOut } from '../../lib/session/session.ts';
import { session } from '../../lib/session/session-store.ts';
import { write } from '../../lib/api/write.ts';
import { AuthFrame } from './auth-frame.tsx';
import classes from './pages.module.css';

/**
 * Replaces every screen while the account requires a second factor that the person does not have. The person can set up
 * a second factor, switch accounts, or sign out. The URL stays the same, so that the requested page opens afterwards.
 */
export function SecondFactorGate({ me, onBegin, onDone }: { me: Me; onBegin: () => void; onDone: () => void }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const current = me.accounts.find((account) => account.isCurrent)?.name ?? '';
  const others = me.accounts.filter(
    (account) => !account.isCurrent && account.currentAccountUser.invitationStatus === 'ACCEPTED',
  );
  return (
    <AuthFrame title={t('security:gate.title')}>
      <h1>{t('security:gate.title')}</h1>
      <p className={classes.authLead}>{t('security:gate.lead', { account: current })}</p>
      <div className={classes.authFields}>
        <Button
          variant="filled"
          size="lg"
          fullWidth
          leftSection={<IconShieldLock size={18} stroke={1.75} />}
          onClick={() => (onBegin(), setOpen(true))}
        >
          {t('security:gate.setUp')}
        </Button>
        {others.map((account) => (
          <Button key={account.id} fullWidth onClick={() => void openAccount(account.id)}>
            {t('security:gate.openOther', { account: account.name })}
          </Button>
        ))}
        <ActionButton icon={IconLogout} onClick={() => void signOut()}>
          {t('shell:signOut')}
        </ActionButton>
      </div>
      {isOpen && <SetUpDialog isAnother={false} onClose={() => (setOpen(false), onDone())} />}
    </AuthFrame>
  );
}

/** Switches to the other account and reloads the page at its home screen. */
async function openAccount(currentAccountId: string): Promise<void> {
  if (!(await write(() => call(patchUser, { body: { currentAccountId } }), {}))) return;
  clearAccount();
  session.forgetStoredAccount();
  window.location.replace(paths.home());
}
