import type { QueryIn } from '@quayside/contracts/endpoint';
import type { listNotifications } from '@quayside/contracts/notifications/notifications';
import { NOTIFICATION_TYPES, type NotificationType } from '@quayside/domain/lists';

/** The state of the list, stored in the page's URL. */
export interface ListState {
  readonly search: string;
  readonly type: NotificationType | '';
  readonly status: 'UNREAD' | 'READ' | '';
  /** The page, counted from 1. */
  readonly page: number;
}
const PAGE_SIZE = 100;

export function stateOf(params: URLSearchParams): ListState {
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    type: NOTIFICATION_TYPES.find((type) => type === params.get('type')) ?? '',
    status: (['UNREAD', 'READ'] as const).find((status) => status === params.get('status')) ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
  };
}

export function paramsOf({ search, type, status, page }: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('q', search);
  if (type) params.set('type', type);
  if (status) params.set('status', status);
  if (page > 1) params.set('page', String(page));
  return params;
}

export const isFiltered = ({ search, type, status }: ListState): boolean =>
  search !== '' || type !== '' || status !== '';

/** The state as query parameters of the API call, which counts pages from 0. */
export function queryOf({ search, type, status, page }: ListState): QueryIn<typeof listNotifications> {
  const filter = [
    ...(type ? [{ field: 'notificationType', op: 'in', values: [type] }] : []),
    ...(status ? [{ field: 'notificationStatus', op: 'in', values: [status] }] : []),
  ];
  return {
    page: page - 1,
    size: PAGE_SIZE,
    ...(search ? { search } : {}),
    ...(filter.length > 0 ? { filter: JSON.stringify(filter) } : {}),
  };
}
