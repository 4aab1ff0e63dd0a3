/** The kinds of pictures that can become pages of a PDF. */
const PICTURES = new Set(['image/jpeg', 'image/png']);
/** Large enough to read small print on a photographed page; a page then takes about half a megabyte. */
const LONGEST_SIDE_PIXELS = 2_400;
const JPEG_QUALITY = 0.85;
/** The longer side of A4, in points. */
const LONGEST_SIDE_POINTS = 842;

interface PicturePage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Replaces the pictures among the files by one PDF with a page for each of them, in their order, because documents are
 * PDF or Word files. The PDF has the name of the first picture and stands in its place. Pictures that the browser
 * cannot read are left as they are, so that the upload refuses them by name.
 */
export async function withPicturesAsPdf(files: readonly File[]): Promise<readonly File[]> {
  const pictures = files.filter(({ type }) => PICTURES.has(type));
  const [first] = pictures;
  if (!first) return files;
  let pdf: File;
  try {
    const pages: PicturePage[] = [];
    for (const picture of pictures) pages.push(await pageOf(picture));
    pdf = new File([pdfOf(pages)], `${first.name.replace(/\.[^.]*$/, '')}.pdf`, { type: 'application/pdf' });
  } catch {
    return files;
  }
  return files.flatMap((file) => (file === first ? [pdf] : pictures.includes(file) ? [] : [file]));
}

/** Reads a picture, turns it upright as its camera says, and makes it small enough for a page. */
async function pageOf(picture: File): Promise<PicturePage> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures');
  // A JPEG has no transparency: without a white ground, the transparent parts of a PNG would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), width, height };
}

/** Writes a PDF (ISO 32000-1, §7.5) whose pages each consist of one JPEG. */
function pdfOf(pages: readonly PicturePage[]): Blob {
  const parts: (string | Uint8Array)[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  const writeObject = (...content: (string | Uint8Array)[]) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n`);
    for (const part of content) write(part);
    write('\nendobj\n');
  };
  // Three objects for each page follow the first two: the picture, the drawing of the picture, and the page.
  const pageNumber = (index: number) => 5 + index * 3;
  write('%PDF-1.4\n');
  writeObject('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  writeObject(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  pages.forEach(({ jpeg, width, height }, index) => {
    const points = LONGEST_SIDE_POINTS / Math.max(width, height);
    const [x, y] = [(width * points).toFixed(2), (height * points).toFixed(2)];
    const drawing = `q ${x} 0 0 ${y} 0 0 cm /Picture Do Q`;
    writeObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    );
    writeObject(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
    const page = pageNumber(index);
    writeObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${x} ${y}] ` +
        `/Resources << /XObject << /Picture ${page - 2} 0 R >> >> /Contents ${page - 1} 0 R >>`,
    );
  });
  const start = length;
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts as BlobPart[]);
}
