import { say } from '@quayside/contracts/texts/catalogue';
import { exportSuppliers } from '@quayside/contracts/exports';
import {
  getSupplierBankDetails,
  putSupplierBankDetails,
  removeSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/suppliers/supplier-bank';
import { bulkEditSuppliers } from '@quayside/contracts/suppliers/supplier-bulk-edits';
import {
  createSupplier,
  deleteSupplier,
  findSupplierDuplicates,
  getSupplier,
  getSupplierPurchases,
  listCountries,
  listSuppliers,
  mergeSuppliers,
  patchSupplier,
  supplierTotals,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { countryOptions } from '@quayside/domain/products/countries';
import type { Scope, Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import {
  confirmForBank,
  getBankDetails,
  putBankDetails,
  removeBankDetails,
  revealBankDetails,
} from './bank/supplier-bank.service.ts';
import { bulkEditSupplierRows } from './bulk/supplier-bulk.service.ts';
import { findDuplicates } from './merge/supplier-duplicates.service.ts';
import { mountSupplierImports } from './import/supplier-imports.routes.ts';
import { mergeSuppliers as merge } from './merge/supplier-merge.service.ts';
import { getPurchases } from './purchases/supplier-purchases.service.ts';
import { supplierExport } from './lists/suppliers.export.ts';
import * as suppliers from './edit/suppliers.service.ts';
import { listSupplierRows, sumSuppliers } from './lists/suppliers.views.ts';

/** The documented API passes the id of the signed-in person as `userId`. Any other id is refused. */
function checkUser(w: Work, userId: string | undefined): void {
  if (userId !== undefined && userId !== w.scope.userId) throw fieldError('userId', say('suppliers.user_differs'));
}

export function mountSuppliers(m: Mounting): void {
  mount(
    m,
    listSuppliers,
  )((w, i) => {
    checkUser(w, i.query.userId);
    return listSupplierRows(w, i.query);
  });
  mount(m, supplierTotals)((w, i) => sumSuppliers(w, i.query));
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
  mount(m, findSupplierDuplicates)((w, i) => findDuplicates(w, i.query));
  mount(m, bulkEditSuppliers)((w, i) => bulkEditSupplierRows(w, i.body, i.query.dryRun));
  mount(m, mergeSuppliers)((w, i) => merge(w, m.deps.secrets, i.params.id, i.body, i.query.dryRun));
  mount(m, getSupplierPurchases)((w, i) => getPurchases(w, i.params.id));
  mountBankDetails(m);
  mountSupplierImports(m);
  mount(m, listCountries)(async () => countryOptions());
}

function mountBankDetails(m: Mounting): void {
  const { secrets } = m.deps;
  const confirm = (scope: Scope, i: { params: { id: string }; body: { password?: string | undefined } }) =>
    confirmForBank(m.deps, scope, i.params.id, i.body.password);
  mount(m, getSupplierBankDetails)((w, i) => getBankDetails(w, i.params.id));
  mount(m, putSupplierBankDetails, confirm)((w, i) => putBankDetails(w, secrets, i.params.id, i.body));
  mount(m, revealSupplierBankDetails, confirm)((w, i) => revealBankDetails(w, secrets, i.params.id));
  mount(m, removeSupplierBankDetails, confirm)((w, i) => removeBankDetails(w, secrets, i.params.id));
}
