import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeIdentity, visibleLines, visibleText } from './written-text.ts';

describe('a text', () => {
  it.each([
    ['Cafe\u0301', 'Café'],
    ['e\u200b\u0301', 'é'],
    ['Pan\u200b 28\u00adcm\ufeff', 'Pan 28cm'],
    ['\u202aPan\u202c \u2066x\u2069\u200e', 'Pan x'],
    ['a\u200db\u200cc', 'abc'],
    ['Ｐａｎ ½', 'Ｐａｎ ½'],
    ['👩\u200d🍳 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀', '👩\u200d🍳 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['ක්\u200dෂ', 'ක්\u200dෂ'],
    ['\u200b', ''],
  ])('%j is stored as %j', (text, stored) => expect(visibleText(text)).toBe(stored));

  it('of several lines keeps its line ends and tabs, and loses control characters', () => {
    expect(visibleLines('one\r\ntwo\tx\u0007\u0001\nthree\u000bfour\r\u0085five')).toBe(
      'one\r\ntwo\tx\nthree\nfour\nfive',
    );
    expect(visibleLines('a\0b')).toBe('a\0b');
  });

  it.each([
    ['ＡＢ－１２', 'AB-12'],
    ['B0\u200b7X\u00ad1\u200d', 'B07X1'],
    ['\u3000４００６', '4006'],
    ['Cafe\u0301', 'Café'],
    ['½', '1⁄2'],
    ['A-1', 'A-1'],
  ])('%j is the code %j', (text, code) => expect(codeIdentity(text)).toBe(code));

  it('that is stored is stored the same again', () => {
    const parts = [
      'a',
      'e',
      '\u0301',
      '\u200d',
      '\u200c',
      '👩',
      '🍳',
      '\ufe0f',
      'ක',
      '්',
      'م',
      '\u200b',
      'Ａ',
      '´',
      '\u00a0',
      '\r',
      '\u000b',
    ];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...parts) }), (one) => {
        for (const form of [visibleText, visibleLines, codeIdentity]) expect(form(form(one))).toBe(form(one));
      }),
    );
  });
});
