import type { MeasuresPreview } from '@quayside/contracts/costs/cost-reports';
import type { T } from '../../../i18n/i18n.ts';
import { type MeasureWords, ROUNDED } from '../../../lib/words/measure-words.ts';

type UnitMeasures = MeasuresPreview['now'];

/** Moves the decimal point to the left by `places`, for example to convert 1200 g to 1.2 kg. */
function shifted(text: string, places: number): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = whole.padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}${fraction}`;
}
const isBelow = (text: string, limit: number) => Number(text) < limit;

/** The weight of a unit as text: "1.20 kg", "35 g". */
export const weightText = (grams: string, words: MeasureWords = ROUNDED): string =>
  isBelow(grams, 1000) ? `${words.quantity(grams, 1)} g` : `${words.figure(shifted(grams, 3), 2)} kg`;

/** The volume of a unit as text: "3,400 cm³" or, from 0.1 m³, "0.125 m³". */
export const volumeText = (cm3: string, words: MeasureWords = ROUNDED): string =>
  isBelow(cm3, 100_000)
    ? `${words.quantity(cm3, isBelow(cm3, 100) ? 1 : 0)} cm³`
    : `${words.figure(shifted(cm3, 6), 3)} m³`;

/** Whether the weight and the volume differ between two sets of measures. */
interface Differing {
  readonly weight: boolean;
  readonly volume: boolean;
}
export const differing = (copied: UnitMeasures, now: UnitMeasures): Differing => ({
  weight: !isSame(copied.weightGrams, now.weightGrams),
  volume: !isSame(copied.volumeCm3, now.volumeCm3),
});
const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
const isSame = (a: string | null, b: string | null) => (a === null || b === null ? a === b : plain(a) === plain(b));

interface MeasuresTextOptions {
  /** Which measures to include; both by default. */
  readonly show?: Differing;
  readonly words?: MeasureWords;
}

/** The measures as text: "1.20 kg and 3,400 cm³". A missing measure is named as missing. */
export function measuresText(
  t: T,
  { weightGrams, volumeCm3 }: UnitMeasures,
  { show = { weight: true, volume: true }, words: measures }: MeasuresTextOptions = {},
): string {
  const words = [
    ...(show.weight
      ? [weightGrams === null ? t('products:measures.noWeight') : weightText(weightGrams, measures)]
      : []),
    ...(show.volume ? [volumeCm3 === null ? t('products:measures.noVolume') : volumeText(volumeCm3, measures)] : []),
  ];
  const [first = '', second] = words;
  return second === undefined ? first : t('products:measures.and', { first, second });
}

/** The sentence that offers to update orders: "3 orders still use 1.20 kg." */
export function offerText(
  t: T,
  { orders, now }: Pick<MeasuresPreview, 'orders' | 'now'>,
  measures?: MeasureWords,
): string {
  const count = orders.length;
  const texts = new Set(
    orders.map(({ copied }) =>
      measuresText(t, copied, { show: differing(copied, now), ...(measures && { words: measures }) }),
    ),
  );
  const [only] = texts;
  return texts.size === 1 && only !== undefined
    ? t('products:measures.offer', { count, measures: only })
    : t('products:measures.offerMixed', { count });
}
