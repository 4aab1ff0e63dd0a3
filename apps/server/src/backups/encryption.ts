import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Damaged } from './tar.ts';

/** The first bytes of an encrypted backup. They are followed by the salt and the first part of each nonce. */
const MAGIC = Buffer.from('quayside-backup-encrypted-1\n');
const SALT = 16;
const NONCE = 7;
const CHUNK = 1 << 20;
const TAG = 16;
const LAST = 0x80_00_00_00;

/** Derives the key from the passphrase; takes about half a second, so that guessing is slow. */
const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase.normalize('NFC'), salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });

/**
 * Encrypts a stream with AES-256-GCM, in chunks of 1 MB. The nonce of a chunk contains its number and whether it is the
 * last, so that chunks cannot be left out, reordered or cut off unnoticed.
 */
export async function* encrypt(plain: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT);
  const prefix = randomBytes(NONCE);
  const key = keyOf(passphrase, salt);
  yield Buffer.concat([MAGIC, salt, prefix]);
  let number = 0;
  const seal = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast));
    number += 1;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length + (isLast ? LAST : 0));
    return Buffer.concat([length, cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  let parts: Buffer[] = [];
  let size = 0;
  for await (const bytes of plain) {
    parts.push(bytes);
    size += bytes.length;
    if (size < CHUNK) continue;
    const all = Buffer.concat(parts);
    let from = 0;
    for (; all.length - from >= CHUNK; from += CHUNK) yield seal(all.subarray(from, from + CHUNK), false);
    parts = [all.subarray(from)];
    size = all.length - from;
  }
  yield seal(Buffer.concat(parts), true);
}

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, NONCE);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Decrypts a stream that `encrypt` wrote. A stream that is not encrypted is returned as it is. */
export async function* decrypt(stored: AsyncIterable<Buffer>, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const source = stored[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  /** Reads until the buffer contains `size` bytes. Returns false if the stream ends before that. */
  const fill = async (size: number): Promise<boolean> => {
    const parts = [rest];
    for (let have = rest.length; have < size; ) {
      const next = await source.next();
      if (next.done) break;
      parts.push(next.value);
      have += next.value.length;
    }
    rest = Buffer.concat(parts);
    return rest.length >= size;
  };
  const take = (size: number) => {
    const bytes = rest.subarray(0, size);
    rest = rest.subarray(size);
    return bytes;
  };
  await fill(MAGIC.length);
  if (!rest.subarray(0, MAGIC.length).equals(MAGIC)) {
    yield rest;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    return;
  }
  if (passphrase === undefined) throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.');
  if (!(await fill(MAGIC.length + SALT + NONCE))) throw new Damaged('The backup is incomplete.');
  take(MAGIC.length);
  const salt = Buffer.from(take(SALT));
  const prefix = Buffer.from(take(NONCE));
  const key = keyOf(passphrase, salt);
  for (let number = 0; ; number += 1) {
    if (!(await fill(4))) throw new Damaged('The backup is incomplete.');
    const marked = take(4).readUInt32BE();
    const isLast = marked >= LAST;
    const length = isLast ? marked - LAST : marked;
    if (length > CHUNK || !(await fill(length + TAG))) throw new Damaged('The backup is incomplete or damaged.');
    const sealed = take(length);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast));
    decipher.setAuthTag(take(TAG));
    try {
      yield Buffer.concat([decipher.update(sealed), decipher.final()]);
    } catch {
      throw new Damaged(number === 0 ? 'The passphrase is wrong, or the backup is damaged.' : 'The backup is damaged.');
    }
    if (!isLast) continue;
    if (await fill(1)) throw new Damaged('The backup is damaged: something was appended to it.');
    return;
  }
}
