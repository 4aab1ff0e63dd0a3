import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { accounts } from './en/accounts.ts';
import { audit } from './en/audit.ts';
import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { costs } from './en/costs.ts';
import { demo } from './en/demo.ts';
import { documents } from './en/documents.ts';
import { errors } from './en/errors.ts';
import { invoices } from './en/invoices.ts';
import { mailbox } from './en/mailbox.ts';
import { notifications } from './en/notifications.ts';
import { onboarding } from './en/onboarding.ts';
import { palette } from './en/palette.ts';
import { people } from './en/people.ts';
import { products } from './en/products.ts';
import { profile } from './en/profile.ts';
import { resources } from './en/resources.ts';
import { shell } from './en/shell.ts';
import { suppliers } from './en/suppliers.ts';
import { switcher } from './en/switcher.ts';
import { views } from './en/views.ts';

/** The English catalogue; another language is another object of this shape. */
export const en = {
  common,
  shell,
  accounts,
  products,
  suppliers,
  invoices,
  costs,
  documents,
  views,
  demo,
  onboarding,
  palette,
  mailbox,
  people,
  audit,
  auth,
  profile,
  resources,
  switcher,
  notifications,
  errors,
} as const;
const NAMESPACES = [
  'common',
  'shell',
  'accounts',
  'products',
  'suppliers',
  'invoices',
  'costs',
  'documents',
  'views',
  'demo',
  'onboarding',
  'palette',
  'mailbox',
  'people',
  'audit',
  'auth',
  'profile',
  'resources',
  'switcher',
  'notifications',
  'errors',
] as const;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en;
    returnNull: false;
  }
}

export const i18n = i18next;

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en },
  ns: NAMESPACES,
  defaultNS: 'common',
  // The catalogue is in the bundle: the first render already has its words.
  initAsync: false,
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** The words: `t('save')` from common, `t('products:title')` from an area. */
export function useT() {
  return useTranslation(NAMESPACES).t;
}
export type T = ReturnType<typeof useT>;
/** The same outside of components. */
export const t: T = i18n.getFixedT(null, NAMESPACES) as unknown as T;
