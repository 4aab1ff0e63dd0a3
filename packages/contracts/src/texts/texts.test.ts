import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS } from '../errors.ts';
import { say, sayInSchema, type TextCode } from './catalogue.ts';
import { textOfIssue } from './issues.ts';
import { chooseLanguage, languageOfHeader, LANGUAGES } from './languages.ts';
import { CATALOGUES, wordsOf, wordsOfStored } from './words.ts';

const namesIn = (words: string): string[] => [...new Set(words.match(/\{\{\w+\}\}/g))].sort();
const english: Readonly<Record<string, string>> = CATALOGUES.en;

describe('the catalogue of texts', () => {
  it('has English words for every code of a refusal', () => {
    expect(Object.keys(ERRORS).filter((code) => !Object.hasOwn(english, code))).toEqual([]);
  });

  it('has both forms of a text that counts', () => {
    const stems = Object.keys(english).flatMap((key) => /^(.*)_one$/.exec(key)?.[1] ?? []);
    expect(stems.filter((stem) => !Object.hasOwn(english, `${stem}_other`))).toEqual([]);
  });

  it.each(LANGUAGES)('has the same placeholders in %s as in English', (language) => {
    const differing = Object.entries(CATALOGUES[language]).filter(
      ([key, words]) => String(namesIn(words)) !== String(namesIn(english[key] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  it('separates the thousands of what it counts', () => {
    expect(wordsOf(say('notice.cost_check', { count: 12_345 }), 'en')).toBe('Cost check found 12,345 differences');
  });

  it('refuses unknown codes and missing values at compile time', () => {
    // @ts-expect-error: there is no such text
    say('field.unheard_of');
    // @ts-expect-error: the value is missing
    say('field.max_length');
    // @ts-expect-error: the value has another name
    say('field.max_length', { most: 5 });
    // @ts-expect-error: this text has no values
    say('field.required', { max: 5 });
    expect(wordsOf(say('field.max_length', { max: 5 }))).toBe('At most 5 characters');
  });
});

describe('the words of a text', () => {
  it.each([
    [1, 'Acme requires a second factor.'],
    [2, 'Acme require a second factor.'],
  ])('follow the plural rules of the language for a count of %i', (count, words) => {
    expect(wordsOf(say('accounts.require_second_factor', { accounts: 'Acme', count }))).toBe(words);
  });

  it.each([
    [say('payment.mismatch', { currency: 'CNY', amount: '270.00' }), 'Payments do not match! Difference of CNY 270.00'],
    [say('payment.more_than_open', { amount: '45.00' }), '45.00 more than is open'],
  ])('are the documented ones of payments, case %#', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it('join a list as the language does', () => {
    const missing = [say('invoice.needs_supplier'), say('invoice.needs_date'), say('invoice.needs_line')];
    expect(wordsOf(say('invoice.incomplete', { missing }))).toBe(
      'To confirm this invoice it still needs a supplier, a date and at least one line.',
    );
  });

  it('are English if the language has none for this text', () => {
    expect(wordsOf(say('field.required'), 'zh-CN')).toBe('此字段为必填项');
    expect(wordsOf(say('costs.no_such_order'), 'zh-CN')).toBe('This product has no such order');
  });

  it('show a value unchanged, even if it looks like a placeholder', () => {
    expect(wordsOf(say('sum.not_a_number', { typed: '{{typed}}$&' }))).toBe('{{typed}}$& is not a number');
  });

  it('are the code itself if a newer version wrote it', () => {
    expect(wordsOf({ code: 'later.text' as TextCode })).toBe('later.text');
  });

  it('stay as they were if they were stored before texts had codes', () => {
    expect(wordsOfStored('Once stored in English', 'zh-CN')).toBe('Once stored in English');
    expect(wordsOfStored(say('field.email'), 'zh-CN')).toBe('电子邮件地址必须有效');
  });
});

describe('an error of a schema', () => {
  const issueOf = (schema: z.ZodType, value: unknown) => {
    const issue = schema.safeParse(value).error?.issues[0];
    return issue && textOfIssue(issue);
  };
  it.each([
    [z.string().max(3, sayInSchema('field.max_length', { max: 3 })), 'four', say('field.max_length', { max: 3 })],
    [z.string().min(1, sayInSchema('choose.currency')), '', say('choose.currency')],
    [z.string(), undefined, say('field.required')],
    [z.strictObject({}), { more: 1 }, say('field.unknown')],
    [z.number().max(3), 4, say('field.invalid', { details: 'Too big: expected number to be <=3' })],
  ])('is translated to a text, case %#', (schema, value, text) => expect(issueOf(schema, value)).toEqual(text));
});

describe('the language of a reader', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de-DE,de;q=0.9', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['zh-Hans-SG', 'zh-CN'],
    ['zh-TW,en;q=0.5', 'en'],
    ['en;q=0.2, zh-CN;q=0.9', 'zh-CN'],
    ['zh-CN;q=0, en', 'en'],
    ['en-GB', 'en'],
    [';;;,q=x', 'en'],
  ])('for the header %j is %s', (header, language) => expect(languageOfHeader(header)).toBe(language));

  it('is the first language of the browser that there are words in', () => {
    expect(chooseLanguage(['fr-FR', 'zh-CN', 'en'])).toBe('zh-CN');
  });
});
