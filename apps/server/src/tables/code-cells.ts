import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { type CodeForm, codeLoss, isRoundedCode } from '@quayside/domain/products/code-text';
import type { StoredCell, TableRow } from './table.ts';

// Codes in cells that a spreadsheet took for something else.

/** The text of a cell with a code: what the spreadsheet shows, where that is known. */
export const codeText = ({ cells, stored }: TableRow, column: number): string =>
  stored?.get(column)?.shown ?? cells[column] ?? '';

/** Why the code of a cell cannot be known; undefined if it can. */
export function lostCode(text: string, stored: StoredCell | undefined, form: CodeForm): Text | undefined {
  if (!stored || stored.as === 'NO_VALUE') return undefined;
  const loss = codeLoss(text, stored.as, form);
  switch (loss?.kind) {
    case undefined:
      return undefined;
    case 'ZERO':
      return say('rows.code_zero', { code: loss.code });
    case 'DATE':
      return say('rows.code_date');
    case 'BOOLEAN':
      return say('rows.code_boolean');
    case 'ROUNDED':
      return say('rows.code_rounded');
  }
}

/** Why a code is not known: a spreadsheet has rounded it, or else what its import says of unknown codes. */
export const unknownCode = (code: string, otherwise: Text): Text =>
  isRoundedCode(code) ? say('rows.code_rounded') : otherwise;
