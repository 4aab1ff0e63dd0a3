import { i18n } from '../../i18n/i18n.ts';

/** The words of the audit log, which also name what other areas write into a history, such as documents. */
const logged = (kind: 'action' | 'field', name: string): string | undefined => {
  const key = `audit:${kind}.${name}`;
  return i18n.exists(key) ? i18n.t(key as 'audit:title') : undefined;
};

/** The words for an action in a history. An action that a newer server wrote has those of its code. */
export const loggedAction = ({ action }: { readonly action: string }): string =>
  logged('action', action) ?? action.replace(/^[a-z-]+\./, '').replaceAll('-', ' ');

/** The words for a field in a history. */
export const loggedField = (field: string): string => logged('field', field) ?? field;
