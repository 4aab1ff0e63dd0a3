import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Master keys by version; the highest seals, all of them open. */
export type MasterKeys = ReadonlyMap<number, Buffer>;
/** What the database stores about a key: enough to recognise it. */
export interface KnownKey {
  readonly version: number;
  readonly proof: string;
}

const BYTES = 32;
const FILE = /^secrets-(\d{1,6})\.key$/;
const HOW_TO = `Make one with: node -e "console.log(require('crypto').randomBytes(32).toString('base64'))"`;

/** Decodes one base64 key. The error explains how to make a good one and never contains the key. */
export function parseMasterKey(text: string, name: string): Buffer {
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
 * The keys of SECRETS_KEY: one, or after rotations several, separated by commas, oldest first. The position is the
 * version.
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

/** Reads the keys of a folder. Creates the first one if there is none, unless something was sealed before. */
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

/** Writes a key atomically: a half-written key would be lost with everything that it sealed. */
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

/** A hash by which a key is recognised. */
export const proofOf = (key: Buffer): string =>
  createHmac('sha256', key).update('quayside: this is the key').digest('base64url');

/** Throws unless every key that has sealed data is present. `where` says where the keys come from. */
export function checkKnown(keys: MasterKeys, known: readonly KnownKey[], where: string): void {
  for (const { version, proof } of known) {
    const key = keys.get(version);
    if (!key)
      throw new Error(
        `Master key ${version} is missing in ${where}, and stored bank details were sealed with it. Bring it back from a backup.`,
      );
    const [is, should] = [Buffer.from(proofOf(key)), Buffer.from(proof)];
    if (is.length !== should.length || !timingSafeEqual(is, should))
      throw new Error(
        `Master key ${version} in ${where} is another one than stored bank details were sealed with. Bring the old one back from a backup.`,
      );
  }
}
