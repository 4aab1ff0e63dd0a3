import { type Cell, CELLS } from '../editor/line-draft.ts';

/** Number of columns of the sheet, for colSpan. */
export const COLUMNS = 10;

/** The cells of a line that the keyboard can reach. */
export type Place = Cell | 'tick' | 'state' | 'delete';
/** From left to right, including cells that Tab skips. */
export const PLACES: readonly Place[] = ['tick', ...CELLS, 'state', 'delete'];
export const isCell = (place: Place): place is Cell => (CELLS as readonly string[]).includes(place);
