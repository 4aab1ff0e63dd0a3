import type { Area } from '../area.ts';
import {
  DELETE_DUTY_OPERATION,
  IMPORT_DUTIES_OPERATION,
  undoDeletedDuty,
  undoImportedDuties,
} from './duty/duty-rates.undo.ts';
import { freightAudit } from './freight.audit.ts';
import { findFreightRates, freightNames } from './freight-names.views.ts';
import {
  DELETE_RATE_OPERATION,
  IMPORT_RATES_OPERATION,
  undoDeletedRate,
  undoImportedRates,
} from './rates/freight-rates.undo.ts';
import { ratesOfSupplier } from './rates/freight-suppliers.service.ts';
import { mountFreight } from './freight.routes.ts';

export const freightArea: Area = {
  name: 'freight',
  audit: freightAudit,
  tables: ['freight_rate', 'freight_rate_break', 'freight_rate_fee', 'container_size', 'duty_rate', 'duty_destination'],
  mount: mountFreight,
  undoers: {
    [DELETE_RATE_OPERATION]: undoDeletedRate,
    [IMPORT_RATES_OPERATION]: undoImportedRates,
    [DELETE_DUTY_OPERATION]: undoDeletedDuty,
    [IMPORT_DUTIES_OPERATION]: undoImportedDuties,
  },
  search: findFreightRates,
  names: freightNames,
  ofSupplier: ratesOfSupplier,
};
