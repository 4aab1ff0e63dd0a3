import type { Work } from '../../db/tx.ts';

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

/**
 * Sets the picture of a product, or clears it (undefined), and increments the version of the product. The sweep of
 * unclaimed files later removes the old file.
 */
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
