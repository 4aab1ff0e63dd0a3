const OTHERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/**
 * A text in lower case without the accents of Latin letters, as the function `fold_accents` of the database makes it. A
 * searched word and the text that is searched both lose them, so that each of cafe and café finds both.
 */
export const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([A-Za-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
    .replace(/[øłđıħŧßæœ]/g, (letter) => OTHERS[letter] ?? letter);
