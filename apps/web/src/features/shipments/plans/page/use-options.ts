import type {
  listAddressTypes,
  listCalculateByOptions,
  listContainerTypes,
  listGoodsTimelineOptions,
} from '@quayside/contracts/shipments/shipment-plans';
import { LABEL_OWNERS } from '@quayside/domain/shipments/option-lists';
import { useQuery } from '@tanstack/react-query';
import type { T } from '../../../../i18n/i18n.ts';
import { read } from '../../../../lib/api/query-client.ts';
import type { Option } from './plan-fields.tsx';

type OptionCall =
  | typeof listAddressTypes
  | typeof listCalculateByOptions
  | typeof listContainerTypes
  | typeof listGoodsTimelineOptions;

/** The options of a field, as the server names them. The list is empty until they are loaded. */
export const useOptions = (endpoint: OptionCall): readonly Option[] =>
  useQuery({ ...read('shipment-plans', endpoint, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];

/** Who can label the cartons of a plan to Amazon. */
export const labelOwners = (t: T): readonly Option[] =>
  LABEL_OWNERS.map((value) => ({ value, label: t(`shipments:plans.labelOwner.${value}`) }));
