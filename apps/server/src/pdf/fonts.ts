import { fileURLToPath } from 'node:url';
import { readCoverage } from './font-runs.ts';

const fontFile = (name: string): string => fileURLToPath(new URL(`../../fonts/${name}.ttf`, import.meta.url));
/** The files of the fonts. There is no bold Chinese: the regular weight stands for it. */
export const FONT_FILES = {
  Inter: { normal: fontFile('Inter-Regular'), bold: fontFile('Inter-SemiBold') },
  NotoSansSC: { normal: fontFile('NotoSansSC-Regular'), bold: fontFile('NotoSansSC-Regular') },
} as const;

/** Reads which characters the fonts have. A text takes the first of them that has its character. */
export const readFonts = () =>
  (['Inter', 'NotoSansSC'] as const).map((name) => ({ name, coverage: readCoverage(FONT_FILES[name].normal) }));
