import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// The colours of both themes are proven here, by their tokens: axe looks at the light theme alone, unless thoroughly.

const WEB = join(import.meta.dirname, '../../../web/src');
const SHEETS = globSync('**/*.css', { cwd: WEB }).toSorted();
/** The sheet that defines the tokens, and the one for paper, which is always white. */
const WITH_RAW_COLOURS = ['theme/tokens.css', 'theme/print.css'];

/** Tokens for text, each of which may stand on each surface. */
const TEXTS = ['text', 'text-2', 'text-3', 'accent-text', 'positive', 'warning', 'danger', 'info', 'neutral'];
const SURFACES = [
  ...['canvas', 'surface', 'sunken', 'raised', 'hover', 'selected', 'accent-soft', 'neutral-soft'],
  ...['positive-soft', 'warning-soft', 'danger-soft', 'info-soft'],
];
/** Backgrounds that carry no text, or a text that their own rule colours. */
const STRONG: Readonly<Record<string, readonly string[]>> = {
  accent: ['on-accent'],
  'accent-hover': ['on-accent'],
  danger: ['surface'],
  text: ['canvas'],
  warning: [],
  border: [],
  'border-strong': [],
  scrim: [],
  'on-accent': [],
  'cat-factory': [],
  // A document and the highlight on it, which are white in both themes.
  paper: [],
  mark: [],
};
/** The contrast that WCAG 2.2 asks of text (1.4.3), and of a control's border and the ring of the focus (1.4.11). */
const OF_TEXT = 4.5;
const OF_CONTROLS = 3;

const WITHOUT_COLOUR = /^(none|inherit|transparent|currentcolor|canvas|var\(--(button-color|bucket)\))$/;
/** Mixed tokens: tints of the categories of cost, of highlights and of what is switched off. */
const MIXED = /^(color-mix\(|linear-gradient\()/;

const sheet = (name: string): string => readFileSync(join(WEB, name), 'utf8').replace(/\/\*.*?\*\//gs, '');
const [lightPart = '', darkPart = ''] = sheet('theme/tokens.css').split('@media not print');
const tokensOf = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(/--q-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
const THEMES = { light: tokensOf(lightPart), dark: { ...tokensOf(lightPart), ...tokensOf(darkPart) } };

/** The relative luminance of a colour such as `#0b5c7d` (WCAG 2.2, definitions). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The pairs of tokens that have too little contrast, as `text on background: 3.21`. */
const tooWeak = (
  tokens: Readonly<Record<string, string>>,
  fronts: readonly string[],
  backs: readonly string[],
  wanted: number,
): string[] =>
  fronts.flatMap((front) =>
    backs.flatMap((back) => {
      const found = contrast(tokens[front] ?? '#000000', tokens[back] ?? '#000000');
      return found < wanted ? [`${front} on ${back}: ${found.toFixed(2)}`] : [];
    }),
  );

describe.each(Object.entries(THEMES))('the colours of the %s theme', (_, tokens) => {
  it('show every text on every surface with enough contrast', () => {
    expect(tooWeak(tokens, TEXTS, SURFACES, OF_TEXT)).toEqual([]);
  });
  it.each(Object.entries(STRONG).filter(([, texts]) => texts.length > 0))(
    'show the text of what stands on %s',
    (back, texts) => {
      expect(tooWeak(tokens, texts, [back], OF_TEXT)).toEqual([]);
    },
  );
  it('show the focus on every surface, and the border of a control on those of pages and dialogs', () => {
    expect(tooWeak(tokens, ['focus'], SURFACES, OF_CONTROLS)).toEqual([]);
    expect(tooWeak(tokens, ['border-control'], ['surface', 'raised', 'canvas'], OF_CONTROLS)).toEqual([]);
  });
  it('are all known here', () => {
    const named = [...TEXTS, ...SURFACES, ...Object.keys(STRONG), 'focus', 'border-control'];
    expect(named.filter((name) => name !== 'scrim' && tokens[name] === undefined)).toEqual([]);
  });
});

interface Painted {
  readonly place: string;
  readonly property: 'color' | 'background';
  readonly value: string;
  /** The text colour of the same rule. */
  readonly text: string | undefined;
}
const painted = SHEETS.filter((name) => !WITH_RAW_COLOURS.includes(name)).flatMap((name) =>
  [...sheet(name).matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']): Painted[] => {
    const declared = [...body.matchAll(/(?:^|[;\s])(color|background)(?:-color)?:\s*([^;]+)/g)];
    const text = declared.find(([, property]) => property === 'color')?.[2]?.trim();
    return declared.map(([, property = '', value = '']) => ({
      ...{ place: `${name} ${selector.trim()}`, property: property as Painted['property'], text },
      value: value.replace('!important', '').trim().toLowerCase(),
    }));
  }),
);
const tokenOf = (value: string | undefined) => /^var\(--q-([\w-]+)\)$/.exec(value ?? '')?.[1];

describe('the rules of all style sheets', () => {
  it('are read', () => {
    expect(painted.length).toBeGreaterThan(600);
  });
  it('take the colour of each text from a token for text', () => {
    const onStrong = new Set(Object.values(STRONG).flat());
    const wrong = painted
      .filter(({ property, value }) => property === 'color' && !WITHOUT_COLOUR.test(value) && !MIXED.test(value))
      .filter(({ value }) => !TEXTS.includes(tokenOf(value) ?? '') && !onStrong.has(tokenOf(value) ?? ''));
    expect(wrong.map(({ place, value }) => `${place}: ${value}`)).toEqual([]);
  });
  it('take each background from a token for surfaces, or colour the text on it themselves', () => {
    const wrong = painted
      .filter(({ property, value }) => property === 'background' && !WITHOUT_COLOUR.test(value) && !MIXED.test(value))
      .filter(({ value, text }) => {
        const token = tokenOf(value) ?? '';
        if (SURFACES.includes(token)) return false;
        const texts = STRONG[token];
        return texts === undefined || (text !== undefined && !texts.includes(tokenOf(text) ?? ''));
      });
    expect(wrong.map(({ place, value, text }) => `${place}: ${text ?? 'a text'} on ${value}`)).toEqual([]);
  });
});

it('a weak pair is found, and a strong one is not', () => {
  const tokens = { grey: '#767676', pale: '#787878', white: '#ffffff' };
  expect(tooWeak(tokens, ['grey', 'pale'], ['white'], OF_TEXT)).toEqual(['pale on white: 4.42']);
});
