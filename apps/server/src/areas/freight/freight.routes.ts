import * as duties from '@quayside/contracts/freight/duty-rates';
import { exportDutyRates, exportFreightRates } from '@quayside/contracts/exports';
import * as rates from '@quayside/contracts/freight/freight-rates';
import { importOnce } from '../imports/public.ts';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import * as sizes from './containers/container-sizes.service.ts';
import * as destinations from './duty/duty-destinations.service.ts';
import { dutyRateExport } from './duty/duty-rates.export.ts';
import { DUTY_IMPORT } from './import/duty-rates.import.ts';
import * as dutyRates from './duty/duty-rates.service.ts';
import { countDuties, listDuties } from './duty/duty-rates.views.ts';
import { freightRateExport } from './rates/freight-rates.export.ts';
import { FREIGHT_IMPORT } from './import/freight-rates.import.ts';
import * as freightRates from './rates/freight-rates.service.ts';
import { countRates, listRates } from './rates/freight-rates.views.ts';

/** Mounts the calls for freight rates and containers, and for duty rates and destinations. */
export function mountFreight(m: Mounting): void {
  mountFreightRates(m);
  mountDutyRates(m);
}

function mountFreightRates(m: Mounting): void {
  const { files } = m.deps;
  mount(m, rates.listFreightRates)((w, i) => listRates(w, i.query));
  mount(m, rates.freightRateTotals)((w, i) => countRates(w, i.query));
  mountExport(m, exportFreightRates)(freightRateExport);
  mount(m, rates.createFreightRate)((w, i) => freightRates.createRate(w, i.body));
  mount(m, rates.getFreightRate)((w, i) => freightRates.getRate(w, i.params.id));
  mount(m, rates.patchFreightRate)((w, i) => freightRates.patchRate(w, i.params.id, i.body));
  mount(m, rates.deleteFreightRate)((w, i) => freightRates.removeRate(w, i.params.id, i.ifMatch));
  mount(m, rates.pasteFreightRates)((w, i) => importOnce(w, FREIGHT_IMPORT, i.body, i.query));
  mount(m, rates.uploadFreightRates)((w, i) => importOnce(w, FREIGHT_IMPORT, { files, upload: i.upload }, i.query));
  mount(m, rates.listContainerSizes)((w) => sizes.listSizes(w));
  mount(m, rates.setContainerSize)((w, i) => sizes.setSize(w, i.params.containerType, i.body));
  mount(m, rates.resetContainerSize)((w, i) => sizes.resetSize(w, i.params.containerType));
}

function mountDutyRates(m: Mounting): void {
  const { files } = m.deps;
  mount(m, duties.listDutyRates)((w, i) => listDuties(w, i.query));
  mount(m, duties.dutyRateTotals)((w, i) => countDuties(w, i.query));
  mountExport(m, exportDutyRates)(dutyRateExport);
  mount(m, duties.createDutyRate)((w, i) => dutyRates.createDuty(w, i.body));
  mount(m, duties.getDutyRate)((w, i) => dutyRates.getDuty(w, i.params.id));
  mount(m, duties.patchDutyRate)((w, i) => dutyRates.patchDuty(w, i.params.id, i.body));
  mount(m, duties.deleteDutyRate)((w, i) => dutyRates.removeDuty(w, i.params.id, i.ifMatch));
  mount(m, duties.pasteDutyRates)((w, i) => importOnce(w, DUTY_IMPORT, i.body, i.query));
  mount(m, duties.uploadDutyRates)((w, i) => importOnce(w, DUTY_IMPORT, { files, upload: i.upload }, i.query));
  mount(m, duties.listDutyDestinations)((w) => destinations.listDestinations(w));
  mount(m, duties.setDutyDestination)((w, i) => destinations.setDestination(w, i.params.country, i.body.customsValue));
  mount(m, duties.resetDutyDestination)((w, i) => destinations.resetDestination(w, i.params.country));
}
