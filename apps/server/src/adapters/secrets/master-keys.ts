import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Master keys by version. The newest key encrypts; each key decrypts what was encrypted with it. */
export type MasterKeys = ReadonlyMap<number, Buffer>;
/** What the database stores about a key: enough to recognise the key, but not the key itself. */
export interface KnownKey {
  readonly version: number;
  readonly proof: string;
}

const BYTES = 32;
const FILE = /^secrets-(\d{1,6})\.key$/;
const HOW_TO = `Make one with: node -e "console.log(require('crypto').randomBytes(32).toString('base64'))"`;

/** Decodes one base64 key. The error explains how to make a good one and never contains the key. */
function parseMasterKey(text: string, name: string): Buffer {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, 'base64');
  const isBase64 =
    key.toString('base64').replace(/=+$/, '') === trimmed.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!isBase64 || key.length !== BYTES) throw new Error(`${name} has to be ${BYTES} bytes in base64. ${HOW_TO}`);
  if (key.every((byte) => byte === key[0]))
    throw new Error(`${name} is ${BYTES} times the same byte, which is no key. ${HOW_TO}`);
  return key;
}

/**
 * Parses SECRETS_KEY: one key or, after rotations, several keys separated by commas, oldest first. The position of a
 * key is its version.
 */
export const parseMasterKeys = (text: string): MasterKeys =>
  new Map(
    text
      .split(',')
      .map((part, i, all) => [
        i + 1,
        parseMasterKey(part, all.length === 1 ? 'SECRETS_KEY' : `SECRETS_KEY (key ${i + 1})`),
      ]),
  );

/**
 * Reads the master keys from a folder. If the folder contains none, creates the first key, unless the database records
 * that a key has been in use.
 */
export async function masterKeysOf(
  folder: string,
  known: readonly KnownKey[],
  random: (size: number) => Buffer = randomBytes,
): Promise<MasterKeys> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const keys = new Map<number, Buffer>();
  for (const name of names) {
    const version = FILE.exec(name)?.[1];
    if (version !== undefined)
      keys.set(Number(version), parseMasterKey(await readFile(join(folder, name), 'utf8'), join(folder, name)));
  }
  if (keys.size > 0 || known.length > 0) return keys;
  const key = random(BYTES);
  await writeKey(folder, 'secrets-1.key', `${key.toString('base64')}\n`);
  return new Map([[1, key]]);
}

/** Writes a key atomically: if a key were only half written, everything encrypted with it would be lost. */
async function writeKey(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const part = join(folder, `${name}.part`);
  const file = await open(part, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Computes a hash that identifies a key without revealing it. */
export const proofOf = (key: Buffer): string =>
  createHmac('sha256', key).update('quayside: this is the key').digest('base64url');

/**
 * Throws unless every key that has been in use is present. The error names the place that the keys were read from
 * (`where`).
 */
export function checkKnown(keys: MasterKeys, known: readonly KnownKey[], where: string): void {
  for (const { version, proof } of known) {
    const key = keys.get(version);
    if (!key)
      throw new Error(
        `Master key ${version} is missing in ${where}, and stored bank details were sealed with it. ` +
          'Bring it back from a backup.',
      );
    const [is, should] = [Buffer.from(proofOf(key)), Buffer.from(proof)];
    if (is.length !== should.length || !timingSafeEqual(is, should))
      throw new Error(
        `Master key ${version} in ${where} is another one than stored bank details were sealed with. ` +
          'Bring the old one back from a backup.',
      );
  }
}
