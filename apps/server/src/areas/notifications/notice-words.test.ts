import { say, type Text, type TextCode } from '@quayside/contracts/texts/catalogue';
import { expect, it } from 'vitest';
import { noticeWords, searchWordsOf } from './notice-words.ts';

const later = (code: string): Text => ({ code: code as TextCode, params: { count: 3 } });

it('a notification of a newer version says so in a sentence, and shows what this version can read', () => {
  const notice = {
    summary: later('notice.stock_counted'),
    message: [say('notice.storage_advice'), later('notice.stock_short'), later('notice.stock_over')],
  };
  const { summary, message } = noticeWords(notice, 'en');
  expect(summary).toBe('A newer version of Quayside wrote this message');
  expect(message).toMatch(/Then upload the file again\..*This version does not have its words\./s);
  expect(`${summary}${message}${searchWordsOf(notice)}`).not.toContain('stock');
  expect(noticeWords({ summary: later('notice.cost_check'), message: [] }, 'zh-CN').summary).toMatch(/3/);
});
