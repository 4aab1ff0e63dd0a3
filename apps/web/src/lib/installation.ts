import { getInstallation, type Installation } from '@quayside/contracts/installation';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api/call.ts';

/** Loads the outside links of this installation. They change only when the server restarts. */
export const installationQuery = () =>
  queryOptions({
    queryKey: ['installation'],
    queryFn: ({ signal }) => call(getInstallation, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The outside links; undefined until they are loaded. */
export function useInstallation(): Installation | undefined {
  return useQuery(installationQuery()).data;
}
