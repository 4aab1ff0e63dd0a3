import type { Text } from '@quayside/contracts/texts/catalogue';
import { rules } from '@quayside/contracts/texts/en/rules';
import { textOfIssue } from '@quayside/contracts/texts/issues';
import { render, type Words } from '@quayside/contracts/texts/render';
import type { z } from 'zod';

// The validation rules of the packages domain and contracts also run in the browser. Their errors are rendered in this
// language with these messages. Messages from the server need no rendering, because they arrive as text in the language
// of the request.
let words: Words = { language: 'en', catalogues: [rules] };

/** Switches the language of the messages above. A message without a translation falls back to English. */
export function setRuleWords(language: Words['language'], catalogue: Words['catalogues'][number]): void {
  words = { language, catalogues: [catalogue, rules] };
}

/** Renders a message in the current language. */
export const ruleWords = (text: Text): string => render(text, words);

/** The message of the first problem that a schema found. */
export const firstIssueWords = (error: z.ZodError | undefined): string | undefined => {
  const issue = error?.issues[0];
  return issue && ruleWords(textOfIssue(issue));
};
