import { getProductPicture } from '@quayside/contracts/products/product-pictures';
import type { CatalogRow } from '@quayside/contracts/products/product-lists';
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
import { callFile } from '../../../lib/api/call.ts';
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

/** Whole words, in singular or plural: "Bambusbrett" is no USB cable. */
const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?:s|es)?(?![\\p{L}\\p{N}])`, 'iu');
/** The placeholder icon for each keyword in a product's group or name. */
const ICONS: readonly (readonly [RegExp, TablerIcon])[] = [
  [words('kettle|coffee|tea|mug|cup'), IconCoffee],
  [words('lamp|light|bulb'), IconBulb],
  [words('charger|cable|usb|power'), IconBolt],
  [words('jar|bottle|glass|storage'), IconBottle],
  [words('towel|bed|bath|linen|textile|rug|mat'), IconBed],
  [words('hanger|cloth|apron|bag'), IconHanger],
  [words('bowl|pan|pot|soup|kitchen'), IconSoup],
  [words('knife|board|cutlery|spatula|tool'), IconToolsKitchen2],
  [words('chair|furniture|stool'), IconArmchair],
  [words('set|gift|bundle'), IconGift],
];
/** The index of the icon for a product; −1 if no word of its group and name has one. */
export const iconOf = ({ group, name }: Pick<CatalogRow, 'group' | 'name'>): number =>
  ICONS.findIndex(([pattern]) => pattern.test(`${group ?? ''} ${name}`));
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
  size?: 24 | 36 | 64;
}) {
  const url = usePicture(row);
  const found = iconOf(row);
  const Icon = ICONS[found]?.[1] ?? IconCube;
  return (
    <span
      className={classes.thumb}
      data-tint={row.group === null ? (found + 1) % TINTS : tintOf(row.group)}
      data-size={size}
      aria-hidden
    >
      {url === undefined ? (
        <Icon size={size === 64 ? 32 : size === 36 ? 20 : 16} stroke={1.5} />
      ) : (
        <img src={url} alt="" width={size} height={size} />
      )}
    </span>
  );
}
