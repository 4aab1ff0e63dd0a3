import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { type Language, LANGUAGES } from '@quayside/contracts/texts/languages';
import { hasWords, wordsOf } from '@quayside/contracts/texts/words';
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
export const noticeWords = (texts: NoticeTexts, language: Language) => {
  const { summary, message } = knownTexts(texts);
  return { summary: wordsOf(summary, language), message: messageOfText(paragraphs(message, language)) };
};

/** Replaces the texts of a newer version, for which this one has no words, by sentences that say so. */
function knownTexts({ summary, message }: NoticeTexts): NoticeTexts {
  const known = message.filter(hasWords);
  return {
    summary: hasWords(summary) ? summary : say('notice.from_later_version'),
    message: known.length === message.length ? message : [...known, say('notice.words_unknown')],
  };
}

/**
 * The text in which the search looks for a notification. It contains the notification in every language, because the
 * members of an account read different languages.
 */
export const searchWordsOf = (texts: NoticeTexts): string => {
  const { summary, message } = knownTexts(texts);
  return LANGUAGES.map((language) => `${wordsOf(summary, language)} ${paragraphs(message, language)}`).join('\n');
};

const paragraphs = (message: readonly Text[], language: Language) =>
  message.map((text) => wordsOf(text, language)).join('\n');
