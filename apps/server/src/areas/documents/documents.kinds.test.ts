import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { oleFile, PDF, type ZipPart, zipFile } from '../../testing/documents.ts';
import { documentKindOf } from './documents.kinds.ts';

const WORD = ['[Content_Types].xml', 'word/document.xml'];
const MB = 1024 * 1024;
const kind = async (bytes: Buffer, name: string) => (await documentKindOf(bytes, name))?.extension;
const withMedia = (media: Exclude<ZipPart, string>) => zipFile([...WORD, media]);
/** A buffer of zeros, which compresses to almost nothing whatever its length. */
const zeros = (mb: number) => Buffer.alloc(mb * MB);
/** Content that compresses to a hundredth of its size. This ratio alone does not make a file a zip bomb. */
const sparse = (mb: number) =>
  Buffer.alloc(mb * MB, Buffer.from(Array.from({ length: 400 }, (_, i) => (i * i * 31) % 251)));

describe('documentKindOf', () => {
  it('detects the three kinds by content, ignoring the case of the extension', async () => {
    expect(await kind(PDF, 'a.PDF')).toBe('pdf');
    expect(await kind(zipFile(WORD), 'a.docx')).toBe('docx');
    expect(await kind(withMedia({ name: 'word/media/a.emf', content: sparse(1), deflated: true }), 'a.docx')).toBe(
      'docx',
    );
    expect(await kind(oleFile('WordDocument'), 'a.doc')).toBe('doc');
  });

  it('requires name and content to agree', async () => {
    expect(await kind(PDF, 'a.doc')).toBeUndefined();
    expect(await kind(PDF, 'pdf')).toBeUndefined();
    expect(await kind(zipFile(WORD), 'a.doc')).toBeUndefined();
  });

  it.each([
    ['a PDF without an end', Buffer.from('%PDF-1.4 and nothing more'), 'a.pdf'],
    ['an end without a PDF', Buffer.from('<html>%PDF-1.4 %%EOF'), 'a.pdf'],
    ['a zip without a Word document', zipFile(['[Content_Types].xml']), 'a.docx'],
    ['a zip with a zip in it', zipFile([...WORD, 'word/embeddings/more.ZIP']), 'a.docx'],
    ['macros', zipFile([...WORD, 'word/vbaProject.bin']), 'a.docx'],
    ['an encrypted zip', zipFile(WORD, { flags: 1 }), 'a.docx'],
    ['a zip that says it grows 300-fold', zipFile(WORD, { unpacked: 300 }), 'a.docx'],
    ['a zip with too many files', zipFile([...WORD, ...Array.from({ length: 2000 }, (_, i) => `word/${i}`)]), 'a.docx'],
    ['a zip that is cut off', zipFile(WORD).subarray(0, -30), 'a.docx'],
    [
      'a zip whose directory lies outside',
      Buffer.concat([zipFile(WORD).subarray(0, -6), Buffer.from([255, 255, 255, 255, 0, 0])]),
      'a.docx',
    ],
    [
      'a file that grows more than 200-fold',
      withMedia({ name: 'word/a.xml', content: zeros(40), deflated: true }),
      'a.docx',
    ],
    [
      'a file of more than 50 MB',
      withMedia({ name: 'word/a.xml', content: Buffer.from('x'), claims: 51 * MB }),
      'a.docx',
    ],
    [
      'a file that is longer than the directory says',
      withMedia({ name: 'word/a.xml', content: zeros(40), deflated: true, claims: 100 }),
      'a.docx',
    ],
    [
      'a file that is shorter than the directory says',
      withMedia({ name: 'word/a.xml', content: Buffer.from('abc'), deflated: true, claims: 4 }),
      'a.docx',
    ],
    [
      'a stored file of another length',
      withMedia({ name: 'word/a.xml', content: Buffer.from('abc'), claims: 100 }),
      'a.docx',
    ],
    ['two files of one name', zipFile([...WORD, 'word/document.xml']), 'a.docx'],
    ['a workbook', oleFile('Workbook'), 'a.doc'],
    ['nothing', Buffer.alloc(0), 'a.docx'],
  ])('refuses %s', async (_, bytes, name) => {
    expect(await kind(bytes, name)).toBeUndefined();
  });

  it('refuses files that exceed 200 MB together although each is small enough', async () => {
    const content = deflateRawSync(sparse(45));
    const parts = (length: number) =>
      Array.from({ length }, (_, i) => ({
        name: `word/${i}.xml`,
        content,
        deflated: 'ready' as const,
        claims: 45 * MB,
      }));
    expect(await kind(zipFile([...WORD, ...parts(5)]), 'a.docx')).toBeUndefined();
    expect(await kind(zipFile([...WORD, ...parts(4)]), 'a.docx')).toBe('docx');
  });

  it('refuses overlapping files, and files whose local name differs', async () => {
    const overlapping = zipFile([...WORD, { name: 'word/a.xml', content: Buffer.from('x') }]);
    // Makes the third directory entry point to the start of the second file.
    const entry = overlapping.lastIndexOf(Buffer.from('word/a.xml')) - 46;
    overlapping.writeUInt32LE(overlapping.indexOf(Buffer.from('word/document.xml')) - 30, entry + 42);
    expect(await kind(overlapping, 'a.docx')).toBeUndefined();
    const renamed = zipFile(WORD);
    renamed.write('x', renamed.indexOf('word/document.xml'));
    expect(await kind(renamed, 'a.docx')).toBeUndefined();
  });

  it('refuses a real zip bomb', async () => {
    const bomb = withMedia({ name: 'word/a.xml', content: zeros(200), deflated: true, claims: 1000 });
    expect(await kind(bomb, 'a.docx')).toBeUndefined();
  });
});
