import type { Account } from '@quayside/contracts/accounts/users';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { confirmLeave } from '../../components/form/leave.ts';
import { useAccount } from '../../lib/session/account.ts';
import { lazyPart } from '../../lib/page/load-part.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { answerInvitation, isInvited, switchAccount, type SwitchMode } from './switch-account.ts';
import { useSwitchParts } from './switch-parts.ts';

const SwitchDialog = lazyPart(() => import('./switch-dialog.tsx').then((m) => m.SwitchDialog));
const InvitationDialog = lazyPart(() => import('./invitation-dialog.tsx').then((m) => m.InvitationDialog));

/** If the person has more accounts than this, a dialog replaces the submenu. */
const SUBMENU_LIMIT = 5;

interface AccountSwitch {
  readonly accounts: readonly Account[];
  /** Whether the accounts are offered in a submenu or a dialog. Undefined when the person has only one account. */
  readonly mode: SwitchMode | undefined;
  readonly choose: (account: Account) => void;
  readonly openDialog: () => void;
  /** The dialogs of the switch. The caller renders them once, beside the menu. */
  readonly dialogs: ReactNode;
}

/**
 * The person's accounts and the functions to switch between them. `onClosed` is called when a dialog closes without a
 * switch.
 */
export function useAccountSwitch(onClosed: () => void): AccountSwitch {
  const { accounts } = useAccount().me;
  const parts = useSwitchParts();
  const [isOpen, setOpen] = useState(false);
  const [invited, setInvited] = useState<Account>();
  const mode = accounts.length <= 1 ? undefined : accounts.length <= SUBMENU_LIMIT ? 'submenu' : 'dialog';

  const { mutate: open, isPending: isBusy } = useWrite({
    send: ([id, as]: readonly [string, SwitchMode]) => switchAccount(id, as, parts),
    failure: { verb: 'update', entity: t('switcher:entity') },
  });

  const choose = useCallback(
    (account: Account) => {
      if (account.isCurrent || !mode) return;
      if (isInvited(account)) setInvited(account);
      else {
        void confirmLeave().then((isFine) => isFine && open([account.id, mode]));
      }
    },
    [mode, open],
  );
  const answer = async (action: 'ACCEPT' | 'REJECT') => {
    if (!invited || !mode || (action === 'ACCEPT' && !(await confirmLeave()))) return;
    const outcome = await answerInvitation(invited.id, action, mode, parts);
    if (outcome === 'unverified') toast('info', t('switcher:invitation.unverified'), { scope: 'global' });
    // A failed switch is only logged (shell specification, §8). The person has joined the account nevertheless, so show
    // a message.
    if (outcome === 'accepted')
      toast('success', t('switcher:invitation.accepted', { name: invited.name }), { scope: 'global' });
    if (outcome !== 'switched') await queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  const closeInvitation = () => {
    setInvited(undefined);
    if (!isOpen) onClosed();
  };
  return {
    accounts,
    mode,
    choose,
    openDialog: () => setOpen(true),
    dialogs: (
      <Suspense>
        {isOpen && !invited && (
          <SwitchDialog
            accounts={accounts}
            isBusy={isBusy}
            onChoose={choose}
            onClose={() => (setOpen(false), onClosed())}
          />
        )}
        {invited && <InvitationDialog account={invited} onAnswer={answer} onClose={closeInvitation} />}
      </Suspense>
    ),
  };
}
