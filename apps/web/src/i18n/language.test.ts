import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { say } from '@quayside/contracts/texts/catalogue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { app } from '../lib/kept/kept-state.ts';
import { shellTexts, t } from './i18n.ts';
import { chooseScreenLanguage, currentLanguage, showLanguage, startLanguage } from './language.ts';
import { partTexts } from './part-texts.ts';
import { ruleWords } from './rule-words.ts';
import { words as chinese } from './zh-cn/words.ts';

const page = { documentElement: { lang: '' } };
beforeEach(() => void vi.stubGlobal('document', page));
afterEach(async () => {
  app.update((now) => ({ ...now, language: null }));
  await showLanguage('en');
  vi.unstubAllGlobals();
});

/** The strings of a nested object, each with its path of keys. */
const flat = (tree: object, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? flat(value, `${path}${key}.`) : [[path + key, String(value)]],
  );
const valuesIn = (text: string): string => String((text.match(/\{\{\w+\}\}/g) ?? []).sort());

describe('the language of the screen', () => {
  it('is Chinese in sign-in, shell, errors and validation messages', async () => {
    await showLanguage('zh-CN');
    expect([t('accounts:signIn.submit'), t('shell:signOut'), t('errors:generic')]).toEqual([
      '登录',
      '退出登录',
      '出现错误',
    ]);
    expect(ruleWords(say('field.email'))).toBe('电子邮件地址必须有效');
    expect([page.documentElement.lang, currentLanguage()]).toEqual(['zh-CN', 'zh-CN']);
  });

  it('is Chinese in the strings that features give to the shell', async () => {
    await showLanguage('zh-CN');
    expect([t('suppliersShell:title'), t('profile:title')]).toEqual(['供应商', '个人资料']);
  });
  it('falls back to English if there is no translation', async () => {
    await showLanguage('zh-CN');
    expect([t('costs:title'), ruleWords(say('share.twice'))]).toEqual([
      'Assigned costs',
      'This order has two shares of the line',
    ]);
  });

  it('is that of the browser until the person chooses one', async () => {
    vi.stubGlobal('navigator', { languages: ['fr-FR', 'zh-Hans'] });
    await startLanguage();
    expect(currentLanguage()).toBe('zh-CN');
    await chooseScreenLanguage('en');
    await startLanguage();
    expect(currentLanguage()).toBe('en');
  });

  it('is initially that of the person who was signed in last', async () => {
    vi.stubGlobal('navigator', { languages: ['en'] });
    await startLanguage('zh-CN');
    expect(currentLanguage()).toBe('zh-CN');
  });
});

describe('Chinese', () => {
  it('has only keys that English has, with the same placeholders', () => {
    const english = new Map(flat({ ...shellTexts, ...partTexts }));
    const differing = flat(chinese.areas).filter(
      ([path, text]) => valuesIn(text) !== valuesIn(english.get(path) ?? '!'),
    );
    // A plural form in Chinese may omit the count.
    expect(differing.filter(([path]) => !english.has(path) || !/_(one|other)$/.test(path))).toEqual([]);
  });

  it.each(['shell.signOut', 'accounts.signIn.title', 'errors.generic'])('has %s', (path) => {
    expect(new Map(flat(chinese.areas)).has(path)).toBe(true);
  });
});

it('has a loader for every language', async () => {
  for (const language of LANGUAGES) await expect(showLanguage(language)).resolves.toBeUndefined();
});
