import { getUser, type User } from '@quayside/contracts/accounts/users';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount } from '../../lib/session/account.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { LoadingLines } from './loading-lines.tsx';

const userQuery = (id: string) => read('account', getUser, { params: { id } });

/** Loads the profile of the signed-in person and renders the children with it. If loading fails, renders the error. */
export function OwnUser({ children }: { children: (user: User) => ReactNode }) {
  const t = useT();
  const { me } = useAccount();
  const user = useQuery(userQuery(me.id));
  if (user.data) return children(user.data);
  if (user.isError)
    return <ErrorState error={user.error} record={t('profile:entity')} onRetry={() => void user.refetch()} />;
  return <LoadingLines />;
}

/** Caches the stored profile. Also refetches the signed-in person, whose name is in the toolbar. */
export function cacheUser(user: User): void {
  queryClient.setQueryData(userQuery(user.id).queryKey, user);
  void queryClient.invalidateQueries({ queryKey: ['account'] });
}
