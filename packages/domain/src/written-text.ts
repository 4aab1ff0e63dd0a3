// One text for what looks the same. Programs write "é" as one character or as two, and leave marks that nobody sees.

/**
 * Characters that are not seen and mean nothing between words: soft hyphens, spaces without width, byte order marks,
 * and the marks of writing directions. The joiners are treated apart, because some scripts and emoji need them.
 */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Joiners that join nothing. Emoji are joined, Arabic letters are kept apart, and Indic letters follow a mark. */
const IDLE_JOINER = new RegExp(
  String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}])\u200d|` +
    String.raw`\u200d(?![\p{Extended_Pictographic}\p{L}])|(?<![\p{Script=Arabic}\p{M}])\u200c`,
  'gu',
);
/** Control characters but NUL, which no text may contain, tabs and line ends. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
/** Line ends that only few programs know. */
const RARE_BREAK = /\r?[\v\f\u0085]/g;
/** In a code, what joins or decorates a character is no part of it. */
const UNSEEN_IN_CODE = /[\p{Cf}\ufe00-\ufe0f]/gu;

/** Whether a text consists of letters, digits and signs that have one form only, as most texts do. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** A text as it is stored: in one form (NFC), without characters that nobody sees. */
export function visibleText(text: string): string {
  if (isPlain(text)) return text;
  let form = text.replace(UNSEEN, '').normalize('NFC');
  // What a joiner joins can become one character when another joiner is gone.
  for (let before = ''; before !== form; ) {
    before = form;
    form = form.replace(IDLE_JOINER, '').normalize('NFC');
  }
  return form;
}

/** The same for a text that may have several lines: without control characters, and with usual line ends. */
export const visibleLines = (text: string): string =>
  isPlain(text) ? text : visibleText(text.replace(RARE_BREAK, '\n').replace(CONTROL, (c) => (c === '\0' ? c : '')));

/**
 * A code as it is stored and compared: full-width and other forms of its characters are the usual ones (NFKC), so that
 * the code that a person types is the code that a program has written.
 */
export const codeIdentity = (text: string): string =>
  isPlain(text) ? text : text.replace(UNSEEN_IN_CODE, '').normalize('NFKC').trim();
