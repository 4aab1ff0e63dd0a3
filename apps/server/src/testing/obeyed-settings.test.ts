import { fileURLToPath, pathToFileURL } from 'node:url';
import { ADMIN_MAILS } from '@quayside/contracts/accounts/accounts';
import { FLAGS } from '@quayside/domain/access/access';
import { describe, expect, it } from 'vitest';
import { readSourceTree } from './arrows.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const tree = readSourceTree(root);
const { isObeyed } = (await import(pathToFileURL(`${root}apps/web/src/lib/obeyed-settings.ts`).href)) as {
  isObeyed: (setting: string) => boolean;
};

const FIELDS = [
  ...ADMIN_MAILS,
  ...['costDataSheetUrl', 'productInventorySheetUrl'],
  ...['isAccountSummaryEmailEnabled', 'isDailyFeeChangeEmailEnabled'],
];
/** These files only store the settings. */
const STORES = /\/(account-settings|own-settings|wanted-mails)\.service\.ts$|\.audit\.ts$|\.test\.ts$/;
const column = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether a call or a screen needs the flag. */
const isNeeded = (flag: string, files: ReadonlyMap<string, string>) =>
  [...files].some(
    ([file, source]) =>
      (/^packages\/contracts\/src\/(?!texts\/)[\w/-]+\.ts$/.test(file) || file.endsWith('.feature.ts')) &&
      !file.endsWith('/accounts.ts') &&
      source.includes(`'${flag}'`),
  );
/** Whether an area reads the field or its column for another purpose than to store it. */
const isRead = (field: string, files: ReadonlyMap<string, string>) =>
  [...files].some(
    ([file, source]) =>
      file.startsWith('apps/server/src/areas/') &&
      !STORES.test(file) &&
      new RegExp(`\\b(${column(field)}|${field})\\b`).test(source),
  );

describe('a setting is shown', () => {
  it.each(FLAGS)('exactly if a call or a screen needs it: %s', (flag) => {
    expect(isObeyed(flag)).toBe(isNeeded(flag, tree));
  });
  it.each(FIELDS)('exactly if an area reads it: %s', (field) => {
    expect(isObeyed(field)).toBe(isRead(field, tree));
  });
  it('although most are not obeyed by anything yet', () => {
    expect([...FLAGS, ...FIELDS].filter(isObeyed)).toHaveLength(8);
    const area = new Map([['apps/server/src/areas/fees/fees.job.ts', 'if (account.is_fee_change_email_enabled)']]);
    expect([isRead('isFeeChangeEmailEnabled', area), isRead('isFeeChangeEmailEnabled', tree)]).toEqual([true, false]);
  });
});
