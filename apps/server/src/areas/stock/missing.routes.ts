import { exportMissing } from '@quayside/contracts/exports';
import * as calls from '@quayside/contracts/stock/missing';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { listDecisions } from './missing/missing-decision-list.service.ts';
import { decideMissing, linkCreditNote, takeBackDecision } from './missing/missing-decisions.service.ts';
import { missingExport } from './missing/missing.export.ts';
import { listMissing, missingTotals } from './missing/missing-list.service.ts';

/** Mounts the calls for units that did not arrive. */
export function mountMissing(m: Mounting): void {
  mount(m, calls.listMissing)((w, i) => listMissing(w, i.query));
  mount(m, calls.missingTotals)((w, i) => missingTotals(w, i.query));
  mountExport(m, exportMissing)(missingExport);
  mount(m, calls.listMissingDecisions)((w, i) => listDecisions(w, i.query));
  mount(m, calls.decideMissing)((w, i) => decideMissing(w, i.body));
  mount(m, calls.patchMissingDecision)((w, i) => linkCreditNote(w, i.params.id, i.body.creditNoteId));
  mount(m, calls.takeBackDecision)((w, i) => takeBackDecision(w, i.params.id));
}
