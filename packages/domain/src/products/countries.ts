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

/** The codes with three letters (ISO 3166-1 alpha-3), each behind the one with two. */
const ALPHA_3 =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD ' +
  'BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN ' +
  'CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU ' +
  'DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB ' +
  'GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG ' +
  'HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN ' +
  'KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU ' +
  'LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR ' +
  'MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL ' +
  'OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB ' +
  'RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP ' +
  'SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN ' +
  'TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ' +
  'ZMZMB ZWZWE';

/** Names that people write and that are not the usual ones of a language, without dots and accents. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ uk: 'GB', 'great britain': 'GB', britain: 'GB', england: 'GB', scotland: 'GB', wales: 'GB' },
  ...{ 'northern ireland': 'GB', 'united kingdom of great britain and northern ireland': 'GB' },
  ...{ 'united states of america': 'US', america: 'US', 'the united states': 'US' },
  ...{ prc: 'CN', 'pr china': 'CN', 'p r china': 'CN', 'peoples republic of china': 'CN', 'mainland china': 'CN' },
  ...{ 'china mainland': 'CN', 中国大陆: 'CN', 'hong kong': 'HK', 'hong kong sar': 'HK', macau: 'MO', macao: 'MO' },
  ...{ roc: 'TW', 'taiwan roc': 'TW', 'taiwan province of china': 'TW', uae: 'AE', korea: 'KR', rok: 'KR' },
  ...{ 'south korea': 'KR', 'republic of korea': 'KR', 'korea republic of': 'KR', 'korea south': 'KR' },
  ...{ 'north korea': 'KP', dprk: 'KP', 'viet nam': 'VN', 'socialist republic of vietnam': 'VN', holland: 'NL' },
  ...{ 'the netherlands': 'NL', 'czech republic': 'CZ', czechia: 'CZ', turkey: 'TR', turkiye: 'TR', burma: 'MM' },
  ...{ 'russian federation': 'RU', russia: 'RU', 'ivory coast': 'CI', swaziland: 'SZ', macedonia: 'MK', laos: 'LA' },
  ...{ 'lao pdr': 'LA', 'syrian arab republic': 'SY', 'iran islamic republic of': 'IR', tanzania: 'TZ', bolivia: 'BO' },
  ...{ venezuela: 'VE', moldova: 'MD', 'brunei darussalam': 'BN', 'cape verde': 'CV', 'east timor': 'TL' },
  ...{ 'federal republic of germany': 'DE', 'republic of india': 'IN', eire: 'IE', 'republic of ireland': 'IE' },
};
const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'zh', 'zh-Hant', 'ja'];

/** Case, accents, dots, commas, apostrophes, articles in brackets and `&` say nothing about a country. */
const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*\)/g, '')
    .replace(/[.'’]/g, '')
    .replace(/[,\-–]/g, ' ')
    .replaceAll('&', 'and')
    .replace(/\s+/g, ' ')
    .trim();
let byName: ReadonlyMap<string, string> | undefined;

/** Returns names that stand for exactly one country, in all languages in which files come. */
function names(): ReadonlyMap<string, string> {
  const all = LANGUAGES.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
    return COUNTRY_CODES.map((code): [string, string] => [plainName(display.of(code) ?? code), code]);
  });
  const found = new Map<string, string>();
  const several = new Set<string>();
  for (const [name, code] of all) {
    if ((found.get(name) ?? code) !== code) several.add(name);
    found.set(name, code);
  }
  for (const name of several) found.delete(name);
  for (const pair of ALPHA_3.split(' ')) found.set(pair.slice(2).toLowerCase(), pair.slice(0, 2));
  for (const [name, code] of Object.entries(OTHER_NAMES)) found.set(name, code);
  return found;
}

/**
 * Finds the country that a text means, in any case: its code of two or three letters, its name in English, German,
 * French, Italian, Spanish, Chinese or Japanese, or another usual name such as UK.
 */
export function countryOfWord(text: string): string | undefined {
  const code = text.normalize('NFKC').trim().toUpperCase();
  if (isCountry(code)) return code;
  byName ??= names();
  return byName.get(plainName(text));
}
