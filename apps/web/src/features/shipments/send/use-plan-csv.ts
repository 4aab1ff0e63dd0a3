import { getShipmentPlanCsv } from '@quayside/contracts/shipments/shipment-plans';
import { useQuery } from '@tanstack/react-query';
import { callFile } from '../../../lib/api/call.ts';
import { keyOf } from '../../../lib/api/query-client.ts';

/** The CSV of a plan as it is now: the file, and its text for the preview. */
export const usePlanCsv = (id: string) =>
  useQuery({
    queryKey: keyOf('shipment-plans', getShipmentPlanCsv, { params: { id } }),
    queryFn: async ({ signal }) => {
      const { blob, name } = await callFile(getShipmentPlanCsv, { params: { id }, signal });
      return { blob, name, text: await blob.text() };
    },
  });
export type PlanCsv = ReturnType<typeof usePlanCsv>;
