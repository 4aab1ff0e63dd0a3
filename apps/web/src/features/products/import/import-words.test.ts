import { describe, expect, it } from 'vitest';
import { errorsAsText, planOf } from './import-words.ts';

describe('errorsAsText', () => {
  it('keeps one line per error and runs nothing', () => {
    const errors = [
      { row: 3, column: 'weight', value: 'a\tb\nc', reason: 'Write a number' },
      { row: 4, column: 'name', value: '=HYPERLINK("x")', reason: 'Too long' },
    ];
    expect(errorsAsText(errors, ['Row', 'Column', 'Value', 'Reason'])).toBe(
      'Row\tColumn\tValue\tReason\n3\tweight\ta b c\tWrite a number\n4\tname\t\'=HYPERLINK("x")\tToo long',
    );
  });
});

describe('planOf', () => {
  const counts = { rows: 10, create: 3, update: 2, skip: 4, fail: 1 };
  it('lets one wrong row keep all rows out', () => expect(planOf({ counts }, 'ALL_OR_NOTHING')).toEqual({ stores: 5, blocked: 'errors' }));
  it('takes the right rows on request', () => expect(planOf({ counts }, 'VALID_ROWS')).toEqual({ stores: 5, blocked: undefined }));
  it('has nothing to do when every row is stored already', () =>
    expect(planOf({ counts: { rows: 4, create: 0, update: 0, skip: 4, fail: 0 } }, 'ALL_OR_NOTHING').blocked).toBe('nothing'));
  it('has nothing to take when every row is wrong', () =>
    expect(planOf({ counts: { rows: 2, create: 0, update: 0, skip: 0, fail: 2 } }, 'VALID_ROWS').blocked).toBe('noneRight'));
});
