import { getUser, type User } from '@quayside/contracts/users';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount } from '../../lib/account.ts';
import { queryClient, read } from '../../lib/query-client.ts';
import { LoadingLines } from './loading-lines.tsx';

const userQuery = (id: string) => read('account', getUser, { params: { id } });

/** Reads the signed-in person's profile and shows it, or why it cannot be shown. */
export function OwnUser({ children }: { children: (user: User) => ReactNode }) {
  const t = useT();
  const { me } = useAccount();
  const user = useQuery(userQuery(me.id));
  if (user.data) return children(user.data);
  if (user.isError)
    return <ErrorState error={user.error} entity={t('profile:entity')} onRetry={() => void user.refetch()} />;
  return <LoadingLines />;
}

/** What a save answered is shown at once; the name in the toolbar is read anew. */
export function keepUser(user: User): void {
  queryClient.setQueryData(userQuery(user.id).queryKey, user);
  void queryClient.invalidateQueries({ queryKey: ['account'] });
}
