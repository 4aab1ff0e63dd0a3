import { paths } from '../../../lib/paths.ts';

const filtered = (path: string, filter: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(filter)}`;

/** What is open of a supplier. */
export const payablesOfSupplier = (supplierId: string): string =>
  filtered(paths.payables(), { 'f.status.in': 'UNPAID', 'f.supplier.in': supplierId });
/** What is overdue of a supplier. */
export const overdueOfSupplier = (supplierId: string): string =>
  filtered(paths.payables(), { 'f.supplier.in': supplierId, 'f.overdue.in': 'true' });
/** The bills of a supplier that have no schedule. */
export const unscheduledBillsOf = (supplierId: string): string =>
  filtered(paths.bills(), { 'f.state.in': 'UNSCHEDULED', 'f.supplier.in': supplierId });
/** The credits of a supplier of which something is left. */
export const creditsOf = (supplierId: string): string =>
  filtered(paths.credits(), { 'f.supplier.in': supplierId, 'f.left.isNotEmpty': '' });
