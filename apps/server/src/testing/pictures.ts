// Headers of small JPEG, GIF and WebP images, for tests.

/** The header of a JPEG file, without image data. */
export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    frame,
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.from([1, 2, 3, 0xff, 0xd9]),
  ]);
}

/** The header of a GIF file, without image data. */
export function gifOf(width: number, height: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return Buffer.concat([header, Buffer.from([0x3b])]);
}

/** The header of a WebP file in one of its three forms, without image data. */
export function webpOf(form: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const data = Buffer.alloc(12);
  if (form === 'VP8 ') {
    data.writeUIntBE(0x9d012a, 3, 3);
    data.writeUInt16LE(width, 6);
    data.writeUInt16LE(height, 8);
  } else if (form === 'VP8L') {
    data[0] = 0x2f;
    data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  } else {
    data.writeUIntLE(width - 1, 4, 3);
    data.writeUIntLE(height - 1, 7, 3);
  }
  const head = Buffer.from('RIFF\0\0\0\0WEBP' + form + '\0\0\0\0', 'latin1');
  head.writeUInt32LE(head.length - 8 + data.length, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}
