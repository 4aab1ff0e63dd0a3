import type { Text } from '@quayside/contracts/texts/catalogue';
import { type Language, LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { messageOfText } from '@quayside/domain/notifications/message-html';

/** What a notification says, in no language yet. The message has one text for each paragraph. */
export interface NoticeTexts {
  readonly summary: Text;
  readonly message: readonly Text[];
}

/** A notification in a language; the message as HTML. */
export const noticeWords = ({ summary, message }: NoticeTexts, language: Language) => ({
  summary: wordsOf(summary, language),
  message: messageOfText(paragraphs(message, language)),
});

/** What the search finds a notification by: its words in every language, because readers of several look for it. */
export const searchWordsOf = ({ summary, message }: NoticeTexts): string =>
  LANGUAGES.map((language) => `${wordsOf(summary, language)} ${paragraphs(message, language)}`).join('\n');

const paragraphs = (message: readonly Text[], language: Language) =>
  message.map((text) => wordsOf(text, language)).join('\n');
