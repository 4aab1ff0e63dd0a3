import { getInstallation, type Installation } from '@quayside/contracts/installation';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/** Where this installation sends people; the same for everybody until the server is started anew. */
export const installationQuery = () =>
  queryOptions({ queryKey: ['installation'], queryFn: ({ signal }) => call(getInstallation, { signal }), staleTime: Number.POSITIVE_INFINITY });

/** Until it is known, nothing is offered. */
export function useInstallation(): Installation | undefined {
  return useQuery(installationQuery()).data;
}
