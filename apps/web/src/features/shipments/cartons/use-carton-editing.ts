import { type Carton, getCarton, updateCarton } from '@quayside/contracts/shipments/cartons';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { useMemo } from 'react';
import type { GridEditing } from '../../../components/data-grid/edit/cell-edit.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { hasCode } from '../../../lib/errors/api-error.ts';
import { call } from '../../../lib/api/call.ts';

type Body = BodyIn<typeof updateCarton>;

const versionOf = ({ version }: Carton) => version;
const nameOf = ({ number }: Carton) => number;

async function readRows(ids: readonly string[]): Promise<Carton[]> {
  const found: Carton[] = [];
  for (const id of ids) {
    try {
      found.push(await call(getCarton, { params: { id } }));
    } catch (error) {
      if (!hasCode(error, 'shipments.unknown_carton')) throw error;
    }
  }
  return found;
}

/** Saves measured weights that are typed into the list, one row with each call. */
export function useCartonEditing(): GridEditing<Carton> {
  const permission = usePermission(updateCarton);
  return useMemo(
    () => ({
      permission,
      versionOf,
      nameOf,
      maxRows: 1,
      read: readRows,
      save: async (rows) => {
        const stored: Carton[] = [];
        for (const { id, version, patch } of rows)
          stored.push(await call(updateCarton, { params: { id }, body: { ...patch, version } as Body }));
        return stored;
      },
    }),
    // The permission is a new object on every render, so compare its content. The reason is a translated sentence.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- See above.
    [permission.allowed, permission.reason],
  );
}
