import type {
  listAddressTypes,
  listCalculateByOptions,
  listContainerTypes,
  listGoodsTimelineOptions,
} from '@quayside/contracts/shipment-plans';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../lib/query-client.ts';
import type { Option } from './plan-fields.tsx';

type OptionCall =
  | typeof listAddressTypes
  | typeof listCalculateByOptions
  | typeof listContainerTypes
  | typeof listGoodsTimelineOptions;

/** The options of a field, as the server names them. The list is empty until they are loaded. */
export const useOptions = (endpoint: OptionCall): readonly Option[] =>
  useQuery({ ...read('shipment-plans', endpoint, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];
