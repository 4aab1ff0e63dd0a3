import { listWords } from '../../../tables/lists.ts';

// The parts of cells with several numbers: breaks, and fees.

/** The numbers of a cell, without units. A cell of breaks or fees has several. */
export function numbersInCell(field: string, cell: string): readonly string[] {
  if (field === 'fees') return feesIn(cell).map(({ amount }) => amount);
  return field === 'breaks' ? partsOf(cell).flat() : [withoutUnit(cell)];
}

const UNIT_BEHIND = /\s*(?:\/\s*)?(?:kgs?|cbm|m3|m³|w\/m|rt)\.?$/i;
const withoutUnit = (text: string): string => text.replace(UNIT_BEHIND, '').trim();

/** The parts of a cell of breaks: each is a price, or a beginning and a price. */
export const partsOf = (cell: string): string[][] =>
  cell
    .split(/[;|\n]/)
    .map((part) => part.split(/[:=]/).map((text) => withoutUnit(text.trim().replace(/^[+≥>]=?/, ''))))
    .filter((part) => part.some((text) => text !== ''));

export const feesIn = (cell: string): { name: string; amount: string }[] =>
  listWords(cell, ';|').map((word) => {
    const at = word.lastIndexOf(':');
    return { name: word.slice(0, Math.max(at, 0)).trim(), amount: word.slice(at + 1).trim() };
  });
