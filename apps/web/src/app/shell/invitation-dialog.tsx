import { Button } from '@mantine/core';
import type { Account } from '@quayside/contracts/accounts/users';
import { Dialog } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useWrite } from '../../lib/api/write.ts';

interface InvitationDialogProps {
  readonly account: Account;
  readonly onAnswer: (action: 'ACCEPT' | 'REJECT') => Promise<unknown>;
  readonly onClose: () => void;
}

/**
 * Shown when a person chooses an account to which they are invited. They accept or reject the invitation. The dialog is
 * 500 px wide and is closed by a click outside.
 */
export function InvitationDialog({ account, onAnswer, onClose }: InvitationDialogProps) {
  const t = useT();
  const answer = useWrite({
    send: (action: 'ACCEPT' | 'REJECT') => onAnswer(action),
    failure: { verb: 'update', entity: t('switcher:entity') },
    onSettled: onClose,
  });
  const busy = answer.isPending ? answer.variables : undefined;
  return (
    <Dialog
      title={t('switcher:invitation.title')}
      size={500}
      onClose={onClose}
      footer={
        <>
          <Button loading={busy === 'REJECT'} disabled={busy !== undefined} onClick={() => answer.mutate('REJECT')}>
            {t('switcher:invitation.reject')}
          </Button>
          <Button
            variant="filled"
            loading={busy === 'ACCEPT'}
            disabled={busy !== undefined}
            data-autofocus
            onClick={() => answer.mutate('ACCEPT')}
          >
            {t('switcher:invitation.accept')}
          </Button>
        </>
      }
    >
      <p>{t('switcher:invitation.body', { name: account.name })}</p>
    </Dialog>
  );
}
