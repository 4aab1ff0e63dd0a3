import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { say } from '@quayside/contracts/texts/catalogue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { app } from '../lib/kept-state.ts';
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

/** The texts of a tree by their path. */
const flat = (tree: object, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? flat(value, `${path}${key}.`) : [[path + key, String(value)]],
  );
const valuesIn = (text: string): string => String((text.match(/\{\{\w+\}\}/g) ?? []).sort());

describe('the language of the screen', () => {
  it('is Chinese in sign-in, shell, errors and what is said at fields', async () => {
    await showLanguage('zh-CN');
    expect([t('accounts:signIn.submit'), t('shell:signOut'), t('errors:generic')]).toEqual([
      '登录',
      '退出登录',
      '出现错误',
    ]);
    expect(ruleWords(say('field.email'))).toBe('电子邮件地址必须有效');
    expect([page.documentElement.lang, currentLanguage()]).toEqual(['zh-CN', 'zh-CN']);
  });

  it('is Chinese in the words that features give to the shell', async () => {
    await showLanguage('zh-CN');
    expect([t('suppliersShell:title'), t('profile:title')]).toEqual(['供应商', '个人资料']);
  });
  it('falls back to English where there are no Chinese words', async () => {
    await showLanguage('zh-CN');
    expect([t('costs:title'), ruleWords(say('share.twice'))]).toEqual([
      'Assigned costs',
      'This order has two shares of the line',
    ]);
  });

  it('is that of the browser until somebody chooses', async () => {
    vi.stubGlobal('navigator', { languages: ['fr-FR', 'zh-Hans'] });
    await startLanguage();
    expect(currentLanguage()).toBe('zh-CN');
    await chooseScreenLanguage('en');
    await startLanguage();
    expect(currentLanguage()).toBe('en');
  });

  it('is at first that of the person who was signed in here last', async () => {
    vi.stubGlobal('navigator', { languages: ['en'] });
    await startLanguage('zh-CN');
    expect(currentLanguage()).toBe('zh-CN');
  });
});

describe('Chinese', () => {
  it('has words only where English has, with the same values in them', () => {
    const english = new Map(flat({ ...shellTexts, ...partTexts }));
    const differing = flat(chinese.areas).filter(
      ([path, text]) => valuesIn(text) !== valuesIn(english.get(path) ?? '!'),
    );
    // A count that Chinese does not say is no difference.
    expect(differing.filter(([path]) => !english.has(path) || !/_(one|other)$/.test(path))).toEqual([]);
  });

  it.each(['shell.signOut', 'accounts.signIn.title', 'errors.generic'])('has %s', (path) => {
    expect(new Map(flat(chinese.areas)).has(path)).toBe(true);
  });
});

it('has a loader for every language', async () => {
  for (const language of LANGUAGES) await expect(showLanguage(language)).resolves.toBeUndefined();
});
