import { describe, expect, it } from 'vitest';
import { documentProblem, formatFileSize, MOST_BYTES } from './document-file.ts';

describe('a chosen file', () => {
  it.each(['bill.pdf', 'BILL.PDF', 'bill.doc', 'a.b.docx'])('is accepted: %s', (name) =>
    expect(documentProblem({ name, size: 1 })).toBeUndefined(),
  );
  it.each(['bill.xlsx', 'pdf', 'bill.pdf.exe', 'bill.docm'])('is refused: %s', (name) =>
    expect(documentProblem({ name, size: 1 })).toBe('Only Pdf, Doc, Docx files are allowed'),
  );
  it('has at least one byte and at most 20 MB', () => {
    expect(documentProblem({ name: 'a.pdf', size: 0 })).toBe('This file is empty.');
    expect(documentProblem({ name: 'a.pdf', size: MOST_BYTES })).toBeUndefined();
    expect(documentProblem({ name: 'a.pdf', size: MOST_BYTES + 1 })).toBe(
      'This file has 21 MB; up to 20 MB are allowed.',
    );
  });
});

it.each([
  [1, '1 KB'],
  [38_400, '38 KB'],
  [1_048_575, '1,024 KB'],
  [1_468_007, '1.4 MB'],
])('%s bytes are %s', (bytes, words) => expect(formatFileSize(bytes)).toBe(words));
