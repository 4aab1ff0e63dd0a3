/** The 249 codes that ISO 3166-1 assigns to countries and territories (alpha-2). */
const COUNTRY_CODES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ ' +
  'BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR ' +
  'CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ' +
  'ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ ' +
  'LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ ' +
  'MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF ' +
  'PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI ' +
  'SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR ' +
  'TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const KNOWN: ReadonlySet<string> = new Set(COUNTRY_CODES);

/** Whether this is the code of a country. */
export const isCountry = (code: string): boolean => KNOWN.has(code);

/** The English name of a country. */
export const nameOfCountry = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' }).of(code) ?? code;

/** Lists the code and the English name of every country, sorted by name. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
  return COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  );
}

/** Short forms of country names that people write and that are no codes of ISO 3166. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  usa: 'US',
  'united states of america': 'US',
  prc: 'CN',
  'pr china': 'CN',
  'hong kong': 'HK',
  uae: 'AE',
  'south korea': 'KR',
};
let byName: ReadonlyMap<string, string> | undefined;

/** Finds the country that a code or an English name means, in any case. */
export function countryOfWord(text: string): string | undefined {
  byName ??= new Map([
    ...countryOptions().map(({ value, label }): [string, string] => [label.toLowerCase(), value]),
    ...Object.entries(SHORT_NAMES),
  ]);
  const code = text.toUpperCase();
  return isCountry(code) ? code : byName.get(text.toLowerCase().replaceAll('.', ''));
}
