import { describe, expect, it } from 'vitest';
import { type Colour, pngOf as pngWith } from '../../../seed/demo-picture.ts';
import { gifOf, jpegOf, webpOf } from '../../../testing/pictures.ts';
import { pictureKindOf } from './pictures.kinds.ts';

const pngOf = (width: number, height: number, at: () => Colour = () => [90, 120, 140]) => pngWith(width, height, at);

describe('the kind of a picture', () => {
  it('is read from its content, together with its size', () => {
    expect(pictureKindOf(pngOf(12, 7))).toEqual({ contentType: 'image/png', width: 12, height: 7 });
    expect(pictureKindOf(jpegOf(640, 480))).toEqual({ contentType: 'image/jpeg', width: 640, height: 480 });
    expect(pictureKindOf(gifOf(3, 4))).toEqual({ contentType: 'image/gif', width: 3, height: 4 });
    for (const form of ['VP8 ', 'VP8L', 'VP8X'] as const)
      expect(pictureKindOf(webpOf(form, 300, 200))).toEqual({ contentType: 'image/webp', width: 300, height: 200 });
  });

  it('is undefined for web pages, SVG drawings, and files that only begin like a picture', () => {
    const png = pngOf(2, 2);
    const none = [
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      Buffer.from('%PDF-1.7\n%%EOF'),
      Buffer.alloc(0),
      Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script> and more and more')]),
      png.subarray(0, -1),
      Buffer.concat([png, Buffer.from('<script>')]),
      pngOf(0, 2),
      jpegOf(2, 2).subarray(0, -2),
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from('/*<script>alert(1)</script>*/')]),
      gifOf(2, 2).subarray(0, -1),
      Buffer.concat([webpOf('VP8L', 2, 2), Buffer.from('<html>')]),
      Buffer.concat([Buffer.from('RIFF\x20\0\0\0WEBPxxxx'), Buffer.alloc(24)]),
    ];
    expect(none.map((bytes) => pictureKindOf(bytes))).toEqual(none.map(() => undefined));
  });
});
