import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { Product } from '@quayside/contracts/products/products';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, notFound } from '../../../http/errors.ts';
import type { BinaryAnswer } from '../../../http/mount.ts';
import type { Upload } from '../../../http/upload.ts';
import type { StoredFiles } from '../../../files/stored-files.ts';
import { requireSpace } from '../../documents/public.ts';
import { pictureKindOf } from './pictures.kinds.ts';
import {
  deleteFormerPictures,
  findPicture,
  insertFormerPicture,
  type Picture,
  savePicture,
  takeFormerPicture,
} from '../rows/pictures.queries.ts';
import { insertChangelog } from '../rows/changelog.queries.ts';
import { PICTURE_GONE, PICTURE_KEPT_DAYS } from '../rows/changelog.rules.ts';
import { getProduct, lockCurrent } from '../edit/products.service.ts';

const MAX_SIDE = 8000;
const SHOWN_HASH = 16;
const DAY = 24 * 3_600_000;
const nameOf = (picture: Picture | undefined): string | null =>
  picture ? `${picture.type.replace('image/', '').toUpperCase()} picture` : null;

/** Sets the picture of a product. Its type is detected from the content; files that are not pictures are refused. */
export async function putPicture(
  w: Work,
  files: Pick<StoredFiles, 'read' | 'quotaBytes'>,
  id: string,
  upload: Upload,
): Promise<Product> {
  const before = await lockCurrent(w, id, undefined);
  const kind = pictureKindOf(await files.read(upload.storageKey));
  const tooLarge =
    kind && Math.max(kind.width, kind.height) > MAX_SIDE
      ? say('products.picture_size', { max: MAX_SIDE, width: kind.width, height: kind.height })
      : undefined;
  if (!kind) throw wrongPicture(say('products.only_pictures'));
  if (tooLarge) throw wrongPicture(tooLarge);
  await requireSpace(w, { size: upload.size, quotaBytes: files.quotaBytes });
  await changePicture(w, id, before.version, {
    key: upload.storageKey,
    type: kind.contentType,
    sha256: upload.sha256,
    size: upload.size,
  });
  return getProduct(w, id);
}

const wrongPicture = (message: Text) => new AppError('wrong_file', { message, errors: [{ field: 'file', message }] });

/** Removes the picture of a product. Does nothing if the product has none. */
export async function removePicture(w: Work, id: string): Promise<Product> {
  const { version } = await lockCurrent(w, id, undefined);
  await changePicture(w, id, version, undefined);
  return getProduct(w, id);
}

/** Puts back the picture that a product had earlier, by its hash; null removes the picture. */
export async function putBackPicture(w: Work, id: string, version: number, sha256: string | null): Promise<void> {
  const picture = sha256 === null ? undefined : await takeFormerPicture(w, id, sha256);
  if (sha256 !== null && !picture) throw new AppError('products.cannot_revert', { message: PICTURE_GONE });
  await changePicture(w, id, version, picture);
}

/** Deletes the former pictures that can no longer be put back. */
export const dropOldPictures = (w: Work, now: Date): Promise<void> =>
  deleteFormerPictures(w, new Date(now.getTime() - PICTURE_KEPT_DAYS * DAY));

async function changePicture(w: Work, id: string, version: number, picture: Picture | undefined): Promise<void> {
  const old = await findPicture(w, id);
  if (old?.sha256 === picture?.sha256) return;
  if (picture) await takeFormerPicture(w, id, picture.sha256);
  await savePicture(w, id, picture, version + 1);
  if (old) await insertFormerPicture(w, id, old);
  await insertChangelog(w, 'USER', [
    {
      productId: id,
      field: 'picture',
      oldValue: nameOf(old),
      newValue: nameOf(picture),
      oldData: old?.sha256 ?? null,
      newData: picture?.sha256 ?? null,
    },
  ]);
  await record(
    w,
    {
      action: 'product.changed',
      subjectIds: [id],
      details: { fields: ['picture'] },
    },
    changed('products', [id], version + 1),
  );
}

// Whatever the bytes contain, they must not run as a script in the origin of the web app.
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
};
const FOR_EVER = 'private, max-age=31536000, immutable';

/** Returns the bytes of the picture. If the URL contains their hash (`v`), browsers may cache the answer forever. */
export async function openPicture(
  w: Work,
  files: Pick<StoredFiles, 'open'>,
  id: string,
  v: string | undefined,
): Promise<BinaryAnswer> {
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
