import type { Area } from '../area.ts';
import { ratesAudit } from './rates.audit.ts';
import { DELETE_OPERATION, IMPORT_OPERATION, undoDelete, undoImport } from './rates.undo.ts';
import { mountRates } from './rates.routes.ts';
import { rateNames } from './rates.views.ts';

export const ratesArea: Area = {
  name: 'rates',
  audit: ratesAudit,
  tables: ['exchange_rate'],
  mount: mountRates,
  undoers: { [DELETE_OPERATION]: undoDelete, [IMPORT_OPERATION]: undoImport },
  names: rateNames,
};
