import type { Area } from '../area.ts';
import { suppliersAudit } from './suppliers.audit.ts';
import { supplierNames } from './lists/supplier-names.views.ts';
import { findSuppliers } from './lists/supplier-search.views.ts';
import { suppliersJobs } from './suppliers.jobs.ts';
import { SUPPLIER_BULK_OPERATION, undoSupplierBulk } from './bulk/supplier-bulk.service.ts';
import { MERGE_OPERATION } from './merge/supplier-merge.service.ts';
import { undoMerge } from './merge/supplier-merge.undo.ts';
import { mountSuppliers } from './suppliers.routes.ts';

export const suppliersArea: Area = {
  name: 'suppliers',
  audit: suppliersAudit,
  tables: ['supplier', 'supplier_bank_details', 'supplier_import_row', 'supplier_lead_time'],
  mount: mountSuppliers,
  jobs: suppliersJobs,
  undoers: { [MERGE_OPERATION]: undoMerge, [SUPPLIER_BULK_OPERATION]: undoSupplierBulk },
  search: findSuppliers,
  names: supplierNames,
};
