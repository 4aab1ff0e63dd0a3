import { Button } from '@mantine/core';
import { demoStatus } from '@quayside/contracts/accounts/accounts';
import { useQuery } from '@tanstack/react-query';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';

/** A link to the local mailbox, which contains the mails that the server stores instead of sending them. */
export function MailboxLink() {
  const t = useT();
  const status = useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => call(demoStatus, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!status.data?.hasMailbox) return null;
  return (
    <Button
      component={Link}
      to={paths.mailbox()}
      size="xs"
      variant="subtle"
      leftSection={<IconMail size={14} stroke={1.75} />}
    >
      {t('mailbox:link')}
    </Button>
  );
}
