import type { Product } from '@quayside/contracts/products';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, notFound } from '../../http/errors.ts';
import type { BinaryAnswer } from '../../http/mount.ts';
import type { Upload } from '../../http/upload.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { requireSpace } from '../documents/public.ts';
import { pictureKindOf } from './pictures.kinds.ts';
import { findPicture, type Picture, savePicture } from './pictures.queries.ts';
import { insertChangelog } from './products.queries.ts';
import { getProduct, lockCurrent } from './products.service.ts';

const MAX_SIDE = 8000;
const SHOWN_HASH = 16;
const nameOf = (picture: Picture | undefined): string | null => (picture ? `${picture.type.replace('image/', '').toUpperCase()} picture` : null);

/** Gives a product its picture. What it is, its content says; anything but a picture is refused. */
export async function putPicture(w: Work, files: Pick<FileStore, 'read' | 'quotaBytes'>, id: string, upload: Upload): Promise<Product> {
  const before = await lockCurrent(w, id, undefined);
  const kind = pictureKindOf(await files.read(upload.storageKey));
  const refusal = !kind
    ? 'Only PNG, JPEG, WebP and GIF pictures are allowed'
    : Math.max(kind.width, kind.height) > MAX_SIDE
      ? `A picture may have at most ${MAX_SIDE} × ${MAX_SIDE} points, this one has ${kind.width} × ${kind.height}`
      : undefined;
  if (!kind || refusal) throw new AppError('wrong_file', { message: refusal ?? '', errors: [{ field: 'file', message: refusal ?? '' }] });
  await requireSpace(w, { size: upload.size, quotaBytes: files.quotaBytes });
  await changePicture(w, id, before.version, { key: upload.storageKey, type: kind.contentType, sha256: upload.sha256, size: upload.size });
  return getProduct(w, id);
}

/** Takes the picture away; a product without one stays as it is. */
export async function removePicture(w: Work, id: string): Promise<Product> {
  const { version } = await lockCurrent(w, id, undefined);
  await changePicture(w, id, version, undefined);
  return getProduct(w, id);
}

async function changePicture(w: Work, id: string, version: number, picture: Picture | undefined): Promise<void> {
  const old = await findPicture(w, id);
  if (!old && !picture) return;
  await savePicture(w, id, picture, version + 1);
  // The old bytes go, so this change has no way back: the data say what the product has now, not what it had.
  await insertChangelog(w, 'USER', [{ productId: id, field: 'picture', oldValue: nameOf(old), newValue: nameOf(picture), newData: picture?.sha256 ?? null }]);
  await record(
    w,
    { action: 'product.changed', subjectType: 'product', subjectIds: [id], details: { fields: ['picture'], sha256: picture?.sha256 ?? null } },
    changed('products', [id], version + 1),
  );
}

// Whatever the bytes hold, they may not act in our origin.
const SAFE_HEADERS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'" };
const FOR_EVER = 'private, max-age=31536000, immutable';

/** The picture. Asked for by the hash that the product shows (`v`), it never changes under that address. */
export async function openPicture(w: Work, files: Pick<FileStore, 'open'>, id: string, v: string | undefined): Promise<BinaryAnswer> {
  const picture = await findPicture(w, id);
  if (!picture) throw notFound();
  const isByHash = v === picture.sha256.slice(0, SHOWN_HASH);
  return {
    headers: {
      ...SAFE_HEADERS,
      'content-type': picture.type,
      'content-length': String(picture.size),
      'content-disposition': 'inline',
      etag: `"${picture.sha256}"`,
      vary: 'authorization',
      'cache-control': isByHash ? FOR_EVER : 'private, no-cache',
    },
    body: await files.open(picture.key),
  };
}
