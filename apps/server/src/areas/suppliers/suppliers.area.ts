import type { Area } from '../area.ts';
import { suppliersAudit } from './suppliers.audit.ts';
import { supplierNames } from './supplier-names.views.ts';
import { findSuppliers } from './supplier-search.views.ts';
import { suppliersJobs } from './suppliers.jobs.ts';
import { SUPPLIER_BULK_OPERATION, undoSupplierBulk } from './supplier-bulk.service.ts';
import { MERGE_OPERATION } from './supplier-merge.service.ts';
import { undoMerge } from './supplier-merge.undo.ts';
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
