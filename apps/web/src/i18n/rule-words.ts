import type { Text } from '@quayside/contracts/texts/catalogue';
import { rules } from '@quayside/contracts/texts/en/rules';
import { textOfIssue } from '@quayside/contracts/texts/issues';
import { render, type Words } from '@quayside/contracts/texts/render';
import type { z } from 'zod';

// What the rules of domain and contracts say about what is typed. All else comes from the server in words.
let words: Words = { language: 'en', catalogues: [rules] };

/** Another language speaks from now on; English stands in for what it does not have. */
export function setRuleWords(language: Words['language'], catalogue: Words['catalogues'][number]): void {
  words = { language, catalogues: [catalogue, rules] };
}

/** A text of the rules in the language of the screen. */
export const ruleWords = (text: Text): string => render(text, words);

/** What is wrong with a value, by the first of the issues that its schema found. */
export const firstIssueWords = (error: z.ZodError | undefined): string | undefined => {
  const issue = error?.issues[0];
  return issue && ruleWords(textOfIssue(issue));
};
