import { describe, expect, it } from 'vitest';
import { oleFile, PDF, zipFile } from '../../testing/documents.ts';
import { documentKindOf } from './documents.kinds.ts';

const WORD = ['[Content_Types].xml', 'word/document.xml'];
const kind = (bytes: Buffer, name: string) => documentKindOf(bytes, name)?.extension;

describe('documentKindOf', () => {
  it('knows the three kinds by their content, whatever case the name is in', () => {
    expect(kind(PDF, 'a.PDF')).toBe('pdf');
    expect(kind(zipFile(WORD), 'a.docx')).toBe('docx');
    expect(kind(oleFile('WordDocument'), 'a.doc')).toBe('doc');
  });

  it('wants name and content to agree', () => {
    expect(kind(PDF, 'a.doc')).toBeUndefined();
    expect(kind(PDF, 'pdf')).toBeUndefined();
    expect(kind(zipFile(WORD), 'a.doc')).toBeUndefined();
  });

  it.each([
    ['a PDF without an end', Buffer.from('%PDF-1.4 and nothing more'), 'a.pdf'],
    ['an end without a PDF', Buffer.from('<html>%PDF-1.4 %%EOF'), 'a.pdf'],
    ['a zip without a Word document', zipFile(['[Content_Types].xml']), 'a.docx'],
    ['a zip with a zip in it', zipFile([...WORD, 'word/embeddings/more.ZIP']), 'a.docx'],
    ['macros', zipFile([...WORD, 'word/vbaProject.bin']), 'a.docx'],
    ['an encrypted zip', zipFile(WORD, { flags: 1 }), 'a.docx'],
    ['a zip that grows 300-fold', zipFile(WORD, { unpacked: 300 }), 'a.docx'],
    ['a zip with too many files', zipFile([...WORD, ...Array.from({ length: 2000 }, (_, i) => `word/${i}`)]), 'a.docx'],
    ['a zip that is cut off', zipFile(WORD).subarray(0, -30), 'a.docx'],
    ['a zip whose directory lies outside', Buffer.concat([zipFile(WORD).subarray(0, -6), Buffer.from([255, 255, 255, 255, 0, 0])]), 'a.docx'],
    ['a workbook', oleFile('Workbook'), 'a.doc'],
    ['nothing', Buffer.alloc(0), 'a.docx'],
  ])('refuses %s', (_, bytes, name) => {
    expect(kind(bytes, name)).toBeUndefined();
  });
});
