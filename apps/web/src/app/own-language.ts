import type { Me } from '@quayside/contracts/accounts/accounts';
import { useEffect } from 'react';
import { browserLanguage, currentLanguage, showLanguage } from '../i18n/language.ts';
import { queryClient } from '../lib/api/query-client.ts';

/**
 * Switches the app to the language in the person's profile or, if they have not chosen one, to the language of this
 * browser.
 */
export function useOwnLanguage(me: Me | undefined): void {
  const language = me && (me.language ?? browserLanguage());
  useEffect(() => {
    if (language !== undefined && language !== currentLanguage()) void change(language).catch(() => undefined);
  }, [language]);
}

/** Switches the language, then refetches all data, because responses of the server contain translated strings. */
async function change(language: Parameters<typeof showLanguage>[0]): Promise<void> {
  await showLanguage(language);
  await queryClient.invalidateQueries();
}
