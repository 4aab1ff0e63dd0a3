import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretPlace, Secrets } from '../../ports/secrets.ts';
import type { MasterKeys } from './master-keys.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = /^v(\d{1,6})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/** Thrown when a secret cannot be decrypted. The message contains neither the secret nor a key. */
export class SecretDoesNotOpen extends Error {
  constructor(why: string) {
    super(`A stored secret does not open: ${why}.`);
    this.name = 'SecretDoesNotOpen';
  }
}

/**
 * AES-256-GCM with a random 96-bit nonce: `v<key>.<nonce>.<ciphertext>.<tag>`. Each account has its own keys, derived
 * from the master key. The additional data binds a ciphertext to its table, column, account and row.
 */
export function createAesSecrets(keys: MasterKeys, random: (size: number) => Buffer = randomBytes): Secrets {
  const newest = Math.max(...keys.keys());
  const derive = (version: number, accountId: string, use: 'seal' | 'fingerprint'): Buffer => {
    const master = keys.get(version);
    if (!master) throw new SecretDoesNotOpen(`master key ${version} is not there`);
    return Buffer.from(hkdfSync('sha256', master, Buffer.from(accountId, 'utf8'), `quayside ${use}`, 32));
  };
  const boundTo = ({ table, column, accountId, rowId }: SecretPlace) =>
    Buffer.from([table, column, accountId, rowId].join('|'), 'utf8');
  return {
    seal(text, place) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, derive(newest, place.accountId, 'seal'), nonce, {
        authTagLength: TAG_BYTES,
      }).setAAD(boundTo(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [`v${newest}`, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join(
        '.',
      );
    },
    open(sealed, place) {
      const [, version, nonce, text, tag] = FORM.exec(sealed) ?? [];
      if (version === undefined || nonce === undefined || text === undefined || tag === undefined)
        throw new SecretDoesNotOpen('it has an unknown form');
      const key = derive(Number(version), place.accountId, 'seal');
      const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
        .setAAD(boundTo(place))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      try {
        return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
      } catch {
        throw new SecretDoesNotOpen('it was changed, moved, or sealed with another key');
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`v${newest}.`),
    fingerprint: (text, { table, column, accountId }) =>
      createHmac('sha256', derive(newest, accountId, 'fingerprint'))
        .update([table, column, text].join('|'), 'utf8')
        .digest('base64url'),
  };
}
