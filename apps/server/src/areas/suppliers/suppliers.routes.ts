import { exportSuppliers } from '@quayside/contracts/exports';
import {
  createSupplier,
  deleteSupplier,
  getSupplier,
  listCountries,
  listSuppliers,
  patchSupplier,
  supplierTotals,
  updateSupplier,
} from '@quayside/contracts/suppliers';
import { countryOptions } from '@quayside/domain/products/countries';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { supplierExport } from './suppliers.export.ts';
import * as suppliers from './suppliers.service.ts';
import { countSuppliers, listSupplierRows } from './suppliers.views.ts';

/** The documents send userId in the query as well: accepted where it says the same as the path (G-094). */
function checkUser(w: Work, userId: string | undefined): void {
  if (userId !== undefined && userId !== w.scope.userId) throw fieldError('userId', 'This differs from the user of the path');
}

export function mountSuppliers(m: Mounting): void {
  mount(
    m,
    listSuppliers,
  )((w, i) => {
    checkUser(w, i.query.userId);
    return listSupplierRows(w, i.query);
  });
  mount(m, supplierTotals)(async (w, i) => ({ count: await countSuppliers(w, i.query) }));
  mountExport(m, exportSuppliers)(supplierExport);
  mount(m, createSupplier)((w, i) => suppliers.createSupplier(w, i.body));
  mount(m, getSupplier)((w, i) => suppliers.getSupplier(w, i.params.id));
  mount(
    m,
    updateSupplier,
  )((w, i) => {
    checkUser(w, i.query.userId);
    return suppliers.updateSupplier(w, i.params.id, i.body);
  });
  mount(m, patchSupplier)((w, i) => suppliers.archiveSupplier(w, i.params.id, i.body));
  mount(m, deleteSupplier)((w, i) => suppliers.deleteSupplier(w, i.params.id, i.ifMatch));
  mount(m, listCountries)(async () => countryOptions());
}
