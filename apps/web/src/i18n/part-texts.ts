import { accounts } from './en/accounts.ts';
import { bulk } from './en/bulk.ts';
import { demo } from './en/demo.ts';
import { imports } from './en/imports.ts';
import { keys } from './en/keys.ts';
import { mailbox } from './en/mailbox.ts';
import { choices } from './en/choices.ts';
import { mails } from './en/mails.ts';
import { records } from './en/records.ts';
import { security } from './en/security.ts';
import { views } from './en/views.ts';
import { addTexts, type Texts } from './i18n.ts';

/**
 * The English strings of app and kit that the first screen does not need. They are loaded with the first lazy chunk.
 */
export const laterHouseTexts = {
  accounts,
  bulk,
  views,
  demo,
  mailbox,
  imports,
  keys,
  choices,
  mails,
  records,
  security,
} as const;
const featureTexts = import.meta.glob<Texts>('../features/*/texts/en.ts', { eager: true });
export const partTexts: Texts = Object.assign({ ...laterHouseTexts }, ...Object.values(featureTexts));

addTexts(partTexts);
