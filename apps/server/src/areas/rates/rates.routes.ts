import * as calls from '@quayside/contracts/rates/exchange-rates';
import { exportExchangeRates } from '@quayside/contracts/exports';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { importRates } from './rate-import.service.ts';
import { rateExport } from './rates.export.ts';
import * as rates from './rates.service.ts';
import { countRates, listRates } from './rates.views.ts';

/** Mounts the calls for exchange rates by day. */
export function mountRates(m: Mounting): void {
  const { files } = m.deps;
  mount(m, calls.listExchangeRates)((w, i) => listRates(w, i.query));
  mount(m, calls.exchangeRateTotals)((w, i) => countRates(w, i.query));
  mountExport(m, exportExchangeRates)(rateExport);
  mount(m, calls.proposeExchangeRate)(async (w, i) => ({ proposal: await rates.findProposal(w, i.query) }));
  mount(m, calls.createExchangeRate)((w, i) => rates.createRate(w, i.body));
  mount(m, calls.patchExchangeRate)((w, i) => rates.patchRate(w, i.params.id, i.body));
  mount(m, calls.deleteExchangeRate)((w, i) => rates.removeRate(w, i.params.id, i.ifMatch));
  mount(m, calls.pasteExchangeRates)((w, i) => importRates(w, i.body, i.query));
  mount(m, calls.uploadExchangeRates)((w, i) => importRates(w, { files, upload: i.upload }, i.query));
}
