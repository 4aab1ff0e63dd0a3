import { type Cell, CELLS } from '../editor/line-draft.ts';

/** Columns of the sheet, for what spans them. */
export const COLUMNS = 10;

/** What the keyboard can stand on in a line. */
export type Place = Cell | 'tick' | 'state' | 'delete';
/** From left to right, with those that Tab leaves out. */
export const PLACES: readonly Place[] = ['tick', ...CELLS, 'state', 'delete'];
export const isCell = (place: Place): place is Cell => (CELLS as readonly string[]).includes(place);
