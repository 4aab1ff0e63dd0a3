import { exportOpeningStock } from '@quayside/contracts/exports';
import * as calls from '@quayside/contracts/stock/opening-stock';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { openingStockExport } from './opening/opening-stock.export.ts';
import { importOnce } from '../imports/public.ts';
import { OPENING_IMPORT } from './import/opening-stock.import.ts';
import { createOpeningStock, listOpeningStock, openingStockTotals } from './opening/opening-stock.service.ts';

/** Mounts the calls for opening stock. */
export function mountOpeningStock(m: Mounting): void {
  const { files } = m.deps;
  mount(m, calls.listOpeningStock)((w, i) => listOpeningStock(w, i.query));
  mount(m, calls.openingStockTotals)((w, i) => openingStockTotals(w, i.query));
  mountExport(m, exportOpeningStock)(openingStockExport);
  mount(m, calls.createOpeningStock)((w, i) => createOpeningStock(w, i.body));
  mount(m, calls.pasteOpeningStock)((w, i) => importOnce(w, OPENING_IMPORT, i.body, i.query));
  mount(m, calls.uploadOpeningStock)((w, i) => importOnce(w, OPENING_IMPORT, { files, upload: i.upload }, i.query));
}
