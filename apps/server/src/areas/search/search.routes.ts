import { searchRecords } from '@quayside/contracts/search';
import { type Mounting, mount } from '../../http/mount.ts';
import { findRecords } from './search.service.ts';

export function mountSearch(m: Mounting): void {
  mount(m, searchRecords)(async (w, i) => ({ records: await findRecords(w, i.query.text) }));
}
