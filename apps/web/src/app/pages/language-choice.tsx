import { Button } from '@mantine/core';
import { LANGUAGE_NAMES, LANGUAGES } from '@quayside/contracts/texts/languages';
import { useT } from '../../i18n/i18n.ts';
import { chooseScreenLanguage, currentLanguage } from '../../i18n/language.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import { toast } from '../../lib/toasts/toasts.ts';

/** Links to the other languages, each named in its own language, so that its speakers recognise it. */
export function LanguageChoice() {
  // This hook makes the component re-render when the language changes.
  useT();
  const current = currentLanguage();
  return LANGUAGES.filter((language) => language !== current).map((language) => (
    <Button
      key={language}
      size="xs"
      variant="subtle"
      lang={language}
      onClick={() => void chooseScreenLanguage(language).catch((error: unknown) => toast('error', failureText(error)))}
    >
      {LANGUAGE_NAMES[language]}
    </Button>
  ));
}
