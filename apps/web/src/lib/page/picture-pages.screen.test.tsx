import { describe, expect, it } from 'vitest';
import { openPdf } from '../../components/document-viewer/pdf.ts';
import { withPicturesAsPdf } from './picture-pages.ts';

async function picture(name: string, width: number, height: number, type = 'image/jpeg'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context?.fillRect(10, 10, 20, 20);
  return new File([await canvas.convertToBlob({ type })], name, { type });
}

describe('pictures of the pages of a document', () => {
  it('become one PDF, with a page for each of them in their order and form', async () => {
    const files = [await picture('IMG_0001.jpg', 300, 400), await picture('IMG_0002.png', 3000, 1500, 'image/png')];
    const [pdf, ...others] = await withPicturesAsPdf(files);
    expect([pdf?.name, pdf?.type, others]).toEqual(['IMG_0001.pdf', 'application/pdf', []]);
    const { pages, close } = await openPdf(pdf ?? new Blob());
    const sizes = pages.map((page) => page.getViewport({ scale: 1 })).map(({ width, height }) => [width, height]);
    close();
    expect(sizes).toEqual([
      [631.5, 842],
      [842, 421],
    ]);
  });
  it('stand where the first of them was; other files stay as they are', async () => {
    const word = new File(['x'], 'packing list.docx');
    const files = await withPicturesAsPdf([word, await picture('a.jpg', 10, 10), await picture('b.jpg', 10, 10)]);
    expect(files.map(({ name }) => name)).toEqual(['packing list.docx', 'a.pdf']);
    expect(await withPicturesAsPdf([word])).toEqual([word]);
  });
  it('stay as they are if the browser cannot read one of them', async () => {
    const broken = new File(['x'], 'broken.png', { type: 'image/png' });
    const files = [broken, await picture('a.jpg', 10, 10)];
    expect(await withPicturesAsPdf(files)).toEqual(files);
  });
});
