import { describe, expect, it } from 'vitest';
import { countryOfWord, countryOptions, isCountry, nameOfCountry } from './countries.ts';

describe('the country that a text means', () => {
  it.each([
    ['GB', ['gb', 'GBR', 'UK', 'U.K.', 'Great Britain', 'England', 'United Kingdom', 'Vereinigtes Königreich', '英国']],
    ['US', ['USA', 'U.S.A.', 'United States', 'United States of America', 'États-Unis', 'Estados Unidos', '美国']],
    ['HK', ['Hong Kong', 'Hong Kong SAR', 'HKG', '中國香港特別行政區']],
    ['CN', ['China', 'PRC', 'P.R. China', "People's Republic of China", 'CHN', '中国', 'Cina', 'Chine']],
    ['KR', ['Korea', 'South Korea', 'Republic of Korea', 'Korea, Republic of', 'KOR', 'Südkorea']],
    ['VN', ['Viet Nam', 'Vietnam', 'VNM', 'ベトナム']],
    ['CZ', ['Czech Republic', 'Czechia', 'Tschechien']],
    ['TR', ['Turkey', 'Türkiye', 'TUR', 'Turquie']],
    ['MO', ['Macau', 'Macao']],
    ['AE', ['UAE', 'United Arab Emirates', 'ARE']],
    ['CI', ['Ivory Coast', "Côte d'Ivoire", 'Cote d’Ivoire']],
    ['TW', ['Taiwan', 'TWN', '台湾']],
  ])('%s is meant by %j', (code, texts) => {
    expect(texts.map(countryOfWord)).toEqual(texts.map(() => code));
  });
  it.each(['', 'XX', 'Atlantis', 'Asia', 'EU', 'China and India', '12'])('none is meant by %j', (text) => {
    expect(countryOfWord(text)).toBeUndefined();
  });
  it('is found by the name that the product shows, and each country has its code of three letters', () => {
    const all = countryOptions();
    expect(all.filter(({ value, label }) => countryOfWord(label) !== value || nameOfCountry(value) !== label)).toEqual(
      [],
    );
    const words = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const found = words.flatMap((a) => words.flatMap((b) => words.flatMap((c) => countryOfWord(`${a}${b}${c}`) ?? [])));
    // Beside those of ISO 3166, PRC, ROC, ROK and UAE mean a country.
    expect(found.filter(isCountry)).toHaveLength(all.length + 4);
    expect(new Set(found).size).toBe(all.length);
  });
});
