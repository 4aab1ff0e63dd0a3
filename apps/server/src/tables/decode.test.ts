import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { createSniffer, decodeText } from './decode.ts';

const western = 'sku\tname\r\nA\tCafé crème – 5 € “plein”\r\nB\tGröße Übermaß Ångström\r\n';
const chinese = 'sku,name\r\nA,竹制厨房砧板 大号\r\nB,不锈钢保温杯 500ml\r\n';
const japanese = 'sku,name\r\nA,キッチン用まな板\r\nB,ステンレスボトル 500ml\r\n';

describe('decodeText', () => {
  it.each([
    ['utf-8', western, Buffer.from(western)],
    ['utf-8', chinese, Buffer.from(`\ufeff${chinese}`)],
    ['utf-8', 'sku\nplain', Buffer.from('sku\nplain')],
    ['utf-16le', chinese, Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode(chinese, 'utf-16le')])],
    ['utf-16be', western, Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode(western, 'utf-16be')])],
    ['windows-1252', western, iconv.encode(western, 'windows-1252')],
    ['windows-1252', 'sku\nété', iconv.encode('sku\nété', 'windows-1252')],
    ['gbk', chinese, iconv.encode(chinese, 'gbk')],
    ['shift_jis', japanese, iconv.encode(japanese, 'shift_jis')],
  ])('reads %s', (encoding, text, bytes) => {
    expect(decodeText(bytes)).toMatchObject({ encoding, text });
  });

  it('recognises a UTF-8 file that was cut inside a character', () => {
    const bytes = Buffer.from('sku,name\nA,Café\nB,竹');
    expect(decodeText(bytes.subarray(0, -1))).toMatchObject({ encoding: 'utf-8', text: 'sku,name\nA,Café\nB,' });
  });

  it.each([
    ['a spreadsheet', Buffer.from('504b030414000600', 'hex')],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['NUL after NUL', Buffer.from('s\0k\0u\0')],
  ])('refuses %s', (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});

describe('a file whose encoding must be guessed', () => {
  const of = (text: string, encoding: string) => {
    const { encoding: read, isSure, text: decoded } = decodeText(iconv.encode(text, encoding)) ?? {};
    return [read, isSure, decoded === text];
  };
  it.each([
    ['windows-1252', 'sku,name\nA,Café crème\nB,Größe\n', true],
    ['windows-1252', 'sku,name\nA,ÄÖÜ ÄÖÜ\n', false],
    ['gbk', 'sku,name\nA,竹制厨房砧板\n', true],
    ['gbk', 'sku,name\nA,竹\n', false],
    ['gb18030', 'sku,name\nA,竹制厨房砧板㐀㐁\n', true],
    ['shift_jis', 'sku,name\nA,キッチン用まな板\n', true],
    ['shift_jis', 'sku,name\nA,東京本社製品一覧\n', true],
  ])('in %s: %j, with certainty: %s', (encoding, text, isSure) =>
    expect(of(text, encoding)).toEqual([encoding === 'gb18030' ? 'gbk' : encoding, isSure, true]),
  );

  it('is not certain where its bytes are letters of several encodings', () => {
    expect(of('sku,name\nA,東\n', 'shift_jis')).toEqual(['windows-1252', false, false]);
  });

  it('is read as a person says', () => {
    expect(decodeText(iconv.encode('A,竹', 'gbk'), 'gbk')).toEqual({ encoding: 'gbk', isSure: true, text: 'A,竹' });
    expect(decodeText(iconv.encode('A,é', 'windows-1252'), 'windows-1252')?.text).toBe('A,é');
  });
});

describe('a file of two encodings', () => {
  const isMixed = (...pieces: Buffer[]) => {
    const sniffer = createSniffer();
    for (const piece of pieces) sniffer.push(piece);
    return [sniffer.end(), sniffer.isMixed()];
  };
  const utf8 = (text: string) => Buffer.from(text, 'utf8');
  const cp1252 = (text: string) => Buffer.from(text, 'latin1');
  it('is read as the one that reads all of it, and is told', () => {
    expect(isMixed(utf8('M\u00fcg,1\n'), cp1252('Caf\u00e9,2\n'))).toEqual(['windows-1252', true]);
    expect(isMixed(cp1252('Caf\u00e9,2\n'), utf8('M\u00fcg,1\n'))).toEqual(['windows-1252', true]);
    expect(isMixed(cp1252('Caf\u00e9,2\nM\u00fcg, \u00c3PEL\n'))).toEqual(['windows-1252', false]);
    expect(isMixed(utf8('M\u00fcg,1\nCaf\u00e9,2\n'))).toEqual(['utf-8', false]);
    expect(isMixed(utf8('Mug,1\n'))).toEqual(['utf-8', false]);
  });
});
