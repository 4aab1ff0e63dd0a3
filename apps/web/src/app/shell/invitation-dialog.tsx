import { Button } from '@mantine/core';
import type { Account } from '@quayside/contracts/users';
import { Dialog } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useWrite } from '../../lib/write.ts';

interface InvitationDialogProps {
  readonly account: Account;
  readonly onAnswer: (action: 'ACCEPT' | 'REJECT') => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks a person who chooses an account that they are only invited to. 500 px; a click outside closes it. */
export function InvitationDialog({ account, onAnswer, onClose }: InvitationDialogProps) {
  const t = useT();
  const answer = useWrite({ send: (action: 'ACCEPT' | 'REJECT') => onAnswer(action), onSettled: onClose });
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
