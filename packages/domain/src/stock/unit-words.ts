// The words that people write behind a quantity. Only words for one piece say nothing about how many units there are.

const PIECE_WORDS = new Set([
  ...[
    'pc',
    'pcs',
    'pce',
    'pces',
    'piece',
    'pieces',
    'unit',
    'units',
    'un',
    'u',
    'ea',
    'each',
    'no',
    'nos',
    'item',
    'items',
  ],
  ...['st', 'stk', 'stck', 'stück', 'stueck', 'pièce', 'pièces', 'pz', 'pza', 'pzas', 'pezzo', 'pezzi', 'ud', 'uds'],
  ...['unidad', 'unidades', 'szt', '个', '個', '件', '只', '隻', '台', '条', '支', '枚', '本', '点', '개'],
]);
const PACK_WORDS = new Set([
  ...['ctn', 'ctns', 'carton', 'cartons', 'case', 'cases', 'cs', 'box', 'boxes', 'bx', 'set', 'sets', 'pair', 'pairs'],
  ...['pr', 'prs', 'pack', 'packs', 'pk', 'pks', 'pkg', 'pkgs', 'package', 'packages', 'bag', 'bags', 'roll', 'rolls'],
  ...['bundle', 'bundles', 'kit', 'kits', 'pallet', 'pallets', 'plt', 'dozen', 'dozens', 'doz', 'dz', 'gross', 'gro'],
  ...[
    'karton',
    'kartons',
    'kt',
    'paar',
    'satz',
    'dutzend',
    'dtz',
    'packung',
    'packungen',
    'rolle',
    'rollen',
    'palette',
  ],
  ...[
    'paletten',
    'carton(s)',
    'douzaine',
    'douzaines',
    'boîte',
    'boîtes',
    'paire',
    'paires',
    'caja',
    'cajas',
    'docena',
  ],
  ...['par', 'pares', 'juego', 'juegos', 'scatola', 'scatole', 'coppia', 'coppie', 'dozzina', 'cartone', 'cartoni'],
  ...['箱', '包', '套', '双', '雙', '把', '打', '盒', '卷', '对', '對', '袋', '托', 'ケース', 'セット', '박스', '세트'],
]);

/** Packages whose number of units a product knows: those that hold its units per case. */
const CARTON_WORDS = new Set([
  ...[
    'ctn',
    'ctns',
    'carton',
    'cartons',
    'carton(s)',
    'case',
    'cases',
    'cs',
    'box',
    'boxes',
    'bx',
    'karton',
    'kartons',
  ],
  ...['caja', 'cajas', 'scatola', 'scatole', 'cartone', 'cartoni', '箱', 'ケース', '박스'],
]);

/** Whether a word for a package means a carton, in any case. */
export const isCartonWord = (word: string): boolean => CARTON_WORDS.has(plainWord(word));

const plainWord = (word: string): string => word.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '');

/** One piece, or something that holds several or another number of pieces. */
type UnitWord = 'PIECE' | 'PACK';

/** What a word for a unit counts, in any case. Undefined for a word that is not known. */
export function kindOfUnitWord(word: string): UnitWord | undefined {
  const plain = plainWord(word);
  return PIECE_WORDS.has(plain) ? 'PIECE' : PACK_WORDS.has(plain) ? 'PACK' : undefined;
}

/** A quantity without the known word behind it. */
interface SplitQuantity {
  readonly number: string;
  /** The word as it is written; null if there is none that is known. */
  readonly word: string | null;
  readonly kind: UnitWord | null;
}
const MAX_TEXT = 60;
const TRAILING_WORD = /^(.*[\d\s])([^\d\s.,]+\.?)$/u;

/** Splits a quantity such as `100 ctns` into its number and its word. */
export function splitUnitWord(text: string): SplitQuantity {
  const none: SplitQuantity = { number: text, word: null, kind: null };
  if (text.length > MAX_TEXT) return none;
  const [, number = '', word = ''] = TRAILING_WORD.exec(text.normalize('NFKC').trim()) ?? [];
  const kind = word === '' ? undefined : kindOfUnitWord(word);
  return kind === undefined ? none : { number: number.trim(), word, kind };
}

const UNIT_HEADINGS = new Set([
  ...['uom', 'um', 'unit', 'unitofmeasure', 'unitsofmeasure', 'unitmeasure', 'qtyunit', 'quantityunit', 'qtyuom'],
  ...['einheit', 'mengeneinheit', 'me', 'unité', 'unitédemesure', 'unidad', 'unidaddemedida', 'unità'],
  ...['unitàdimisura', '单位', '計量單位', '计量单位', '數量單位', '数量单位', '単位'],
]);

/** Whether a heading names the unit in which the quantities beside it are counted. */
export const isUnitHeading = (heading: string): boolean =>
  UNIT_HEADINGS.has(
    heading
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ''),
  );
