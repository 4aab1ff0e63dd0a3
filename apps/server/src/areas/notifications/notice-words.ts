import type { Text } from '@quayside/contracts/texts/catalogue';
import { type Language, LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { messageOfText } from '@quayside/domain/notifications/message-html';

/**
 * The content of a notification as text codes, which do not depend on a language. The message has one text per
 * paragraph.
 */
export interface NoticeTexts {
  readonly summary: Text;
  readonly message: readonly Text[];
}

/** A notification in one language, with its message as HTML. */
export const noticeWords = ({ summary, message }: NoticeTexts, language: Language) => ({
  summary: wordsOf(summary, language),
  message: messageOfText(paragraphs(message, language)),
});

/**
 * The text in which the search looks for a notification. It contains the notification in every language, because the
 * members of an account read different languages.
 */
export const searchWordsOf = ({ summary, message }: NoticeTexts): string =>
  LANGUAGES.map((language) => `${wordsOf(summary, language)} ${paragraphs(message, language)}`).join('\n');

const paragraphs = (message: readonly Text[], language: Language) =>
  message.map((text) => wordsOf(text, language)).join('\n');
