import type { Text } from '@quayside/contracts/texts/catalogue';
import { rules } from '@quayside/contracts/texts/en/rules';
import { textOfIssue } from '@quayside/contracts/texts/issues';
import { render, type Words } from '@quayside/contracts/texts/render';
import type { z } from 'zod';

// Texts of the rules in domain and contracts, which also run in the browser. Other messages come from the server as
// text.
let words: Words = { language: 'en', catalogues: [rules] };

/** Switches the language; missing texts fall back to English. */
export function setRuleWords(language: Words['language'], catalogue: Words['catalogues'][number]): void {
  words = { language, catalogues: [catalogue, rules] };
}

/** The text of a rule in the language of the screen. */
export const ruleWords = (text: Text): string => render(text, words);

/** The message of the first issue that the schema found in a value. */
export const firstIssueWords = (error: z.ZodError | undefined): string | undefined => {
  const issue = error?.issues[0];
  return issue && ruleWords(textOfIssue(issue));
};
