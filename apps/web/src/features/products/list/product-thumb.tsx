import { getProductPicture } from '@quayside/contracts/product-pictures';
import type { CatalogRow } from '@quayside/contracts/product-lists';
import {
  IconArmchair,
  IconBed,
  IconBolt,
  IconBottle,
  IconBulb,
  IconCoffee,
  IconCube,
  IconGift,
  IconHanger,
  IconSoup,
  IconToolsKitchen2,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { callFile } from '../../../lib/call.ts';
import { createPictureCache } from './picture-cache.ts';
import classes from './list.module.css';

const CACHED = 200;
const pictureUrl = createPictureCache(
  CACHED,
  async (id) => URL.createObjectURL((await callFile(getProductPicture, { params: { id } })).blob),
  (url) => URL.revokeObjectURL(url),
);

/** The object URL of a product's picture; undefined while it loads or when there is none. */
export function usePicture({ id, picture }: Pick<CatalogRow, 'id' | 'picture'>): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isShown = true;
    setUrl(undefined);
    if (picture !== null)
      pictureUrl(id, picture).then(
        (found) => isShown && setUrl(found),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [id, picture]);
  return url;
}

/** The placeholder icon for each keyword in a product's group or name. */
const ICONS: readonly (readonly [RegExp, TablerIcon])[] = [
  [/kettle|coffee|tea|mug|cup/i, IconCoffee],
  [/lamp|light|bulb/i, IconBulb],
  [/charger|cable|usb|power/i, IconBolt],
  [/jar|bottle|glass|storage/i, IconBottle],
  [/towel|bed|bath|linen|textile|rug|mat\b/i, IconBed],
  [/hanger|cloth|apron|bag/i, IconHanger],
  [/bowl|pan|pot|soup|kitchen/i, IconSoup],
  [/knife|board|cutlery|spatula|tool/i, IconToolsKitchen2],
  [/chair|furniture|stool/i, IconArmchair],
  [/set|gift|bundle/i, IconGift],
];
const TINTS = 5;
/**
 * The colour of a placeholder, computed from the product's group, so that products of the same group have the same
 * colour.
 */
const tintOf = (words: string): number =>
  [...words.toLowerCase()].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % TINTS;

/** The picture of a product. If there is none, a placeholder icon that depends on the product's group or name. */
export function ProductThumb({
  row,
  size = 24,
}: {
  row: Pick<CatalogRow, 'id' | 'picture' | 'name' | 'group'>;
  size?: 24 | 64;
}) {
  const url = usePicture(row);
  const found = ICONS.findIndex(([pattern]) => pattern.test(`${row.group ?? ''} ${row.name}`));
  const Icon = ICONS[found]?.[1] ?? IconCube;
  return (
    <span
      className={classes.thumb}
      data-tint={row.group === null ? (found + 1) % TINTS : tintOf(row.group)}
      data-size={size}
      aria-hidden
    >
      {url === undefined ? (
        <Icon size={size === 24 ? 16 : 32} stroke={1.5} />
      ) : (
        <img src={url} alt="" width={size} height={size} />
      )}
    </span>
  );
}
