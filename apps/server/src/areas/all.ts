import { accountsArea } from './accounts/accounts.area.ts';
import { adminArea } from './admin/admin.area.ts';
import type { Area } from './area.ts';
import { auditArea } from './audit/audit.area.ts';
import { costsArea } from './costs/costs.area.ts';
import { documentsArea } from './documents/documents.area.ts';
import { freightArea } from './freight/freight.area.ts';
import { importsArea } from './imports/imports.area.ts';
import { invoicesArea } from './invoices/invoices.area.ts';
import { notificationsArea } from './notifications/notifications.area.ts';
import { paymentsArea } from './payments/payments.area.ts';
import { productsArea } from './products/products.area.ts';
import { purchasingArea } from './purchasing/purchasing.area.ts';
import { ratesArea } from './rates/rates.area.ts';
import { searchArea } from './search/search.area.ts';
import { shipmentsArea } from './shipments/shipments.area.ts';
import { stockArea } from './stock/stock.area.ts';
import { suppliersArea } from './suppliers/suppliers.area.ts';
import { undoArea } from './undo/undo.area.ts';
import { viewsArea } from './views/views.area.ts';

/** All areas in order. An area may call the areas before it in this list, but none after it. */
export const AREAS: readonly Area[] = [
  accountsArea,
  undoArea,
  notificationsArea,
  documentsArea,
  viewsArea,
  importsArea,
  suppliersArea,
  productsArea,
  costsArea,
  freightArea,
  ratesArea,
  purchasingArea,
  invoicesArea,
  shipmentsArea,
  stockArea,
  paymentsArea,
  searchArea,
  auditArea,
  adminArea,
];
