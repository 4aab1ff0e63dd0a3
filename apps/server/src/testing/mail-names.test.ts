import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { describe, expect, it } from 'vitest';
import {
  addressAskedMail,
  newAddressMail,
  passwordChangedMail,
  resetPasswordMail,
  verifyAddressMail,
} from '../areas/accounts/sign-in/auth.mails.ts';
import { invitationMail, removedMail, roleChangedMail } from '../areas/accounts/people/people.mails.ts';
import {
  recoveryCodesMail,
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
} from '../areas/accounts/second-factor/second-factor.mails.ts';
import { testMail } from '../areas/accounts/mails/test-email.mails.ts';
import { confirmationMail } from '../areas/payments/pay/confirmation.mails.ts';
import { readConfig } from '../config.ts';
import { type MailTexts, partsOf } from '../mail/queue-mail.ts';
import { renderMail } from '../mail/render-mail.ts';

const LURE = 'Your account is blocked, visit evil.example';
const deps = { config: readConfig({}) };
const when = { at: new Date('2026-11-20T10:00:00Z'), timeZone: 'Europe/London', language: null };
const link = { personId: 'p', token: 't' };
const url = 'https://quayside.example/login';
const invited = { accountName: LURE, inviter: LURE, url };

/** Every mail that we word, with a lure as each name of a person or an account, by the function that words it. */
const WORDED: Readonly<Record<string, readonly MailTexts[]>> = {
  verifyAddressMail: [verifyAddressMail(deps, link)],
  resetPasswordMail: [resetPasswordMail(deps, link)],
  passwordChangedMail: [passwordChangedMail(deps, when)],
  newAddressMail: [newAddressMail(deps, link)],
  addressAskedMail: [addressAskedMail(deps, when, 'ada@example.test')],
  secondFactorOnMail: [true, false].map((isAnother) => secondFactorOnMail(deps, when, isAnother)),
  secondFactorOffMail: [secondFactorOffMail(deps, when)],
  recoveryCodesMail: [recoveryCodesMail(deps, when)],
  recoveryCodeUsedMail: [0, 1, 2].map((left) => recoveryCodeUsedMail(deps, when, left)),
  testMail: [testMail(url)],
  invitationMail: (['sv-account-admin', 'sv-account-viewer'] as const).flatMap((role) =>
    [true, false].map((isNewcomer) => invitationMail({ ...invited, roles: [role], isNewcomer })),
  ),
  roleChangedMail: (['sv-account-admin', 'sv-account-viewer'] as const).map((role) =>
    roleChangedMail(LURE, [role], url),
  ),
  removedMail: [removedMail(LURE)],
  confirmationMail: [
    confirmationMail({
      account: LURE,
      supplier: LURE,
      currency: 'USD',
      amountMinor: 10_000n,
      paidOn: '2026-11-20',
      reference: null,
      parts: [{ type: 'INVOICE', number: 'F-1', amountMinor: 10_000n }],
      creditMinor: 100n,
    }),
  ],
};
/** The mails with names, and those to people who belong to the account that they name, whose subject may name it. */
const WITH_NAMES = ['invitationMail', 'roleChangedMail', 'removedMail', 'confirmationMail'];
const TO_MEMBERS = ['notificationMail', 'summaryMail'];

describe('mails that we word', () => {
  it('are all swept here', () => {
    const areas = join(import.meta.dirname, '../areas');
    const functions = globSync('**/*.ts', { cwd: areas })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(join(areas, file), 'utf8').matchAll(
          /export (?:const|function) (\w+)(?: = )?\([^;]*?\): (?:MailTexts|Texts)\b/g,
        ),
      ])
      .map(([, name = '']) => name);
    expect(functions.toSorted()).toEqual([...Object.keys(WORDED), ...TO_MEMBERS].toSorted());
  });

  it.each(Object.keys(WORDED))('have no name in subject, heading or first line: %s', (name) => {
    const mails = WORDED[name] ?? [];
    expect(mails.length).toBeGreaterThan(0);
    for (const texts of mails)
      for (const language of LANGUAGES) {
        const { subject, text } = renderMail(partsOf(texts, language));
        const [heading, first, second] = text.split('\n').filter((line) => line !== '');
        for (const line of [subject, heading, first]) expect(line).not.toContain('evil.example');
        expect(second?.includes(LURE)).toBe(WITH_NAMES.includes(name));
      }
  });
});
