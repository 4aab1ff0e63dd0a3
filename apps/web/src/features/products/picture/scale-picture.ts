/**
 * The longer side of a stored picture in pixels. Such a picture is sharp on a high-density display, but small enough
 * for a list with many pictures.
 */
const MOST_PIXELS = 512;
const QUALITY = 0.86;
const PICTURE = /^image\/(png|jpeg|webp|gif|avif|bmp)$/;

/** Whether a file is a picture, according to its MIME type. */
export const isPicture = (file: Pick<File, 'type'>): boolean => PICTURE.test(file.type);

/** The size in which a picture is stored: its original size, or scaled down with the same aspect ratio. */
export function scaledSize(
  width: number,
  height: number,
  most = MOST_PIXELS,
): { readonly width: number; readonly height: number } {
  const factor = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/**
 * The picture to upload, scaled to at most 512 px. It is encoded as WebP, or as JPEG in browsers that cannot encode
 * WebP. Undefined when the file cannot be read.
 */
export async function scalePicture(file: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const { width, height } = scaledSize(bitmap.width, bitmap.height);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await encoded(canvas, 'image/webp');
  const written = blob?.type === 'image/webp' ? blob : await encoded(onWhite(canvas), 'image/jpeg');
  return written
    ? new File([written], `${file.name.replace(/\.\w+$/, '')}.${written.type.slice('image/'.length)}`, {
        type: written.type,
      })
    : undefined;
}

const encoded = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));

/** Paints a white background. JPEG has no transparency, so transparent areas would otherwise become black. */
function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const context = canvas.getContext('2d');
  if (context) {
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return canvas;
}
