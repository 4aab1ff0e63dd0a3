import type { Work } from '../../../db/tx.ts';

/** The picture of a product. The file store contains its bytes. */
export interface Picture {
  readonly key: string;
  readonly type: string;
  readonly sha256: string;
  readonly size: number;
}

export async function findPicture(w: Work, productId: string): Promise<Picture | undefined> {
  const r = await w.tx
    .selectFrom('product')
    .select(['picture_key', 'picture_type', 'picture_sha256', 'picture_size'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', productId)
    .executeTakeFirst();
  if (!r || r.picture_key === null || r.picture_type === null || r.picture_sha256 === null) return undefined;
  return { key: r.picture_key, type: r.picture_type, sha256: r.picture_sha256, size: Number(r.picture_size ?? 0n) };
}

/** Sets the picture of a product, or clears it (undefined), and increments the version of the product. */
export async function savePicture(
  w: Work,
  productId: string,
  picture: Picture | undefined,
  version: number,
): Promise<void> {
  await w.tx
    .updateTable('product')
    .set({
      picture_key: picture?.key ?? null,
      picture_type: picture?.type ?? null,
      picture_sha256: picture?.sha256 ?? null,
      picture_size: picture ? BigInt(picture.size) : null,
      version,
      updated_at: w.now,
    })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', productId)
    .execute();
}

/**
 * Keeps a picture that a product no longer has, so that it can be put back. Must be called after `savePicture`, because
 * only one row can claim a file.
 */
export async function insertFormerPicture(w: Work, productId: string, picture: Picture): Promise<void> {
  await w.tx
    .insertInto('former_picture')
    .values({
      account_id: w.scope.accountId,
      product_id: productId,
      storage_key: picture.key,
      content_type: picture.type,
      sha256: picture.sha256,
      size: BigInt(picture.size),
      replaced_at: w.now,
    })
    .execute();
}

/** Stops keeping a former picture, and returns it. */
export async function takeFormerPicture(w: Work, productId: string, sha256: string): Promise<Picture | undefined> {
  const r = await w.tx
    .deleteFrom('former_picture')
    .where('account_id', '=', w.scope.accountId)
    .where('product_id', '=', productId)
    .where('sha256', '=', sha256)
    .returning(['storage_key', 'content_type', 'size'])
    .executeTakeFirst();
  return r && { key: r.storage_key, type: r.content_type, sha256, size: Number(r.size) };
}

/** The SHA-256 hashes of the former pictures of a product that are still kept. */
export async function listFormerPictures(w: Work, productId: string): Promise<ReadonlySet<string>> {
  const rows = await w.tx
    .selectFrom('former_picture')
    .select('sha256')
    .where('account_id', '=', w.scope.accountId)
    .where('product_id', '=', productId)
    .execute();
  return new Set(rows.map((r) => r.sha256));
}

/** Deletes the former pictures that were replaced before an instant. The sweep of unclaimed files removes the files. */
export async function deleteFormerPictures(w: Work, replacedBefore: Date): Promise<void> {
  await w.tx
    .deleteFrom('former_picture')
    .where('account_id', '=', w.scope.accountId)
    .where('replaced_at', '<', replacedBefore)
    .execute();
}
