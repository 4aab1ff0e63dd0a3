import { describe, expect, it } from 'vitest';
import { hsCode } from './products/hs-code.ts';
import { searchParam } from './paging.ts';
import { barcode, optionalCode, optionalLines, optionalText, requiredCode, requiredText } from './primitives.ts';

describe('a text in a request', () => {
  it.each([
    ['a name', requiredText(20), ' Cafe\u0301\u200b\u00ad ', 'Café'],
    ['a name that may be absent', optionalText(20), '\u200b', null],
    ['a name with an emoji', requiredText(20), '👩\u200d🍳 \u202eＰａｎ', '👩\u200d🍳 Ｐａｎ'],
    ['notes', optionalLines(30), 'one\u0007\r\ntwo\u000bthree\ufeff', 'one\r\ntwo\nthree'],
    ['a code', requiredCode(20), '\u3000ＡＢ\u200d－１', 'AB-1'],
    ['a code that may be absent', optionalCode(20), '\ufeff ', null],
    ['a barcode', barcode, '４００６３８１\u200b333931', '4006381333931'],
    ['an HS code', hsCode, '７３２３.93\u200b', '7323.93'],
    ['a search', searchParam, ' cafe\u0301\u200b ', 'café'],
  ])('is stored in one form: %s', (_, schema, sent, stored) => expect(schema.parse(sent)).toBe(stored));

  it('without a visible character is as good as none', () => {
    for (const schema of [requiredText(20), requiredCode(20)])
      expect(schema.safeParse('\u200b\ufeff').error?.issues[0]?.message).toContain('field.required');
  });
});
