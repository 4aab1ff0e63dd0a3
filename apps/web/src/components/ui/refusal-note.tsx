import { Button } from '@mantine/core';
import { triggerVerifyEmail } from '@quayside/contracts/accounts/auth';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { useAccount } from '../../lib/session/account.ts';
import { hasCode } from '../../lib/errors/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useWrite } from '../../lib/api/write.ts';
import { Note } from './states.tsx';

interface RefusalNoteProps {
  /** The error of the write that failed. */
  readonly error: unknown;
  /** What the person can do about it, if the note offers nothing better. */
  readonly action?: ReactNode;
  /** What is said of the error. */
  readonly children: ReactNode;
}

/** The note of a form or an action that failed, with what the person can do about it. */
export function RefusalNote({ error, action, children }: RefusalNoteProps) {
  return (
    // A form looks for its messages beside its fields, and not in its note.
    <div data-failure>
      <Note
        tone="danger"
        role="alert"
        action={hasCode(error, 'accounts.address_unverified') ? <SendVerification /> : action}
      >
        {children}
      </Note>
    </div>
  );
}

/** The mail that verifies the address of the person, and the function that sends it again. */
export function useVerificationMail() {
  const t = useT();
  return useWrite({
    send: () => call(triggerVerifyEmail, {}),
    // If the address was verified in another browser, refetch the person: what asks for it then goes.
    onSuccess: ({ isVerified }) => (isVerified ? queryClient.invalidateQueries({ queryKey: ['account'] }) : undefined),
    failure: { verb: 'update', entity: t('auth:toast.label') },
  });
}

function SendVerification() {
  const t = useT();
  const { me } = useAccount();
  const sending = useVerificationMail();
  if (sending.isSuccess)
    return (
      <span role="status">
        {t(sending.data.isVerified ? 'auth:toast.verified' : 'auth:toast.sentAgain', { email: me.email })}
      </span>
    );
  return (
    <Button
      size="xs"
      leftSection={<IconMail size={14} stroke={1.75} />}
      loading={sending.isPending}
      onClick={() => sending.mutate()}
    >
      {t('auth:toast.sendMail')}
    </Button>
  );
}
