import type { Me } from '@quayside/contracts/accounts';
import { useEffect } from 'react';
import { browserLanguage, currentLanguage, showLanguage } from '../i18n/language.ts';
import { queryClient } from '../lib/query-client.ts';

/** Shows the screen in the language of the person's profile; where they chose none, in that of this browser. */
export function useOwnLanguage(me: Me | undefined): void {
  const language = me && (me.language ?? browserLanguage());
  useEffect(() => {
    if (language !== undefined && language !== currentLanguage()) void change(language).catch(() => undefined);
  }, [language]);
}

/** Refetches answers that contain translated texts of the server. */
async function change(language: Parameters<typeof showLanguage>[0]): Promise<void> {
  await showLanguage(language);
  await queryClient.invalidateQueries();
}
