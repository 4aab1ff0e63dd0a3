/** A currency: its name, its symbol, and the number of decimals of its minor unit. */
interface Currency {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly exponent: number;
}

/**
 * All active national and regional currencies with their ISO 4217 minor units (no funds, metals or test codes). The
 * list does not come from the runtime's locale data, which has other decimals for several of them. A symbol that
 * several currencies share belongs to the most used one; the others have a prefix or show their code.
 */
export const CURRENCIES: readonly Currency[] = [
  { code: 'AED', name: 'UAE dirham', symbol: 'AED', exponent: 2 },
  { code: 'AFN', name: 'Afghan afghani', symbol: 'AFN', exponent: 2 },
  { code: 'ALL', name: 'Albanian lek', symbol: 'ALL', exponent: 2 },
  { code: 'AMD', name: 'Armenian dram', symbol: 'AMD', exponent: 2 },
  { code: 'AOA', name: 'Angolan kwanza', symbol: 'AOA', exponent: 2 },
  { code: 'ARS', name: 'Argentine peso', symbol: 'ARS', exponent: 2 },
  { code: 'AUD', name: 'Australian dollar', symbol: 'A$', exponent: 2 },
  { code: 'AWG', name: 'Aruban florin', symbol: 'AWG', exponent: 2 },
  { code: 'AZN', name: 'Azerbaijani manat', symbol: 'AZN', exponent: 2 },
  { code: 'BAM', name: 'Bosnian convertible mark', symbol: 'BAM', exponent: 2 },
  { code: 'BBD', name: 'Barbadian dollar', symbol: 'BBD', exponent: 2 },
  { code: 'BDT', name: 'Bangladeshi taka', symbol: '৳', exponent: 2 },
  { code: 'BHD', name: 'Bahraini dinar', symbol: 'BHD', exponent: 3 },
  { code: 'BIF', name: 'Burundian franc', symbol: 'BIF', exponent: 0 },
  { code: 'BMD', name: 'Bermudian dollar', symbol: 'BMD', exponent: 2 },
  { code: 'BND', name: 'Brunei dollar', symbol: 'BND', exponent: 2 },
  { code: 'BOB', name: 'Bolivian boliviano', symbol: 'BOB', exponent: 2 },
  { code: 'BRL', name: 'Brazilian real', symbol: 'R$', exponent: 2 },
  { code: 'BSD', name: 'Bahamian dollar', symbol: 'BSD', exponent: 2 },
  { code: 'BTN', name: 'Bhutanese ngultrum', symbol: 'BTN', exponent: 2 },
  { code: 'BWP', name: 'Botswana pula', symbol: 'BWP', exponent: 2 },
  { code: 'BYN', name: 'Belarusian ruble', symbol: 'BYN', exponent: 2 },
  { code: 'BZD', name: 'Belize dollar', symbol: 'BZD', exponent: 2 },
  { code: 'CAD', name: 'Canadian dollar', symbol: 'CA$', exponent: 2 },
  { code: 'CDF', name: 'Congolese franc', symbol: 'CDF', exponent: 2 },
  { code: 'CHF', name: 'Swiss franc', symbol: 'CHF', exponent: 2 },
  { code: 'CLP', name: 'Chilean peso', symbol: 'CLP', exponent: 0 },
  { code: 'CNY', name: 'Chinese yuan', symbol: 'CN¥', exponent: 2 },
  { code: 'COP', name: 'Colombian peso', symbol: 'COP', exponent: 2 },
  { code: 'CRC', name: 'Costa Rican colón', symbol: 'CRC', exponent: 2 },
  { code: 'CUP', name: 'Cuban peso', symbol: 'CUP', exponent: 2 },
  { code: 'CVE', name: 'Cape Verdean escudo', symbol: 'CVE', exponent: 2 },
  { code: 'CZK', name: 'Czech koruna', symbol: 'Kč', exponent: 2 },
  { code: 'DJF', name: 'Djiboutian franc', symbol: 'DJF', exponent: 0 },
  { code: 'DKK', name: 'Danish krone', symbol: 'DKK', exponent: 2 },
  { code: 'DOP', name: 'Dominican peso', symbol: 'DOP', exponent: 2 },
  { code: 'DZD', name: 'Algerian dinar', symbol: 'DZD', exponent: 2 },
  { code: 'EGP', name: 'Egyptian pound', symbol: 'EGP', exponent: 2 },
  { code: 'ERN', name: 'Eritrean nakfa', symbol: 'ERN', exponent: 2 },
  { code: 'ETB', name: 'Ethiopian birr', symbol: 'ETB', exponent: 2 },
  { code: 'EUR', name: 'Euro', symbol: '€', exponent: 2 },
  { code: 'FJD', name: 'Fijian dollar', symbol: 'FJD', exponent: 2 },
  { code: 'FKP', name: 'Falkland Islands pound', symbol: 'FKP', exponent: 2 },
  { code: 'GBP', name: 'Pound sterling', symbol: '£', exponent: 2 },
  { code: 'GEL', name: 'Georgian lari', symbol: '₾', exponent: 2 },
  { code: 'GHS', name: 'Ghanaian cedi', symbol: 'GHS', exponent: 2 },
  { code: 'GIP', name: 'Gibraltar pound', symbol: 'GIP', exponent: 2 },
  { code: 'GMD', name: 'Gambian dalasi', symbol: 'GMD', exponent: 2 },
  { code: 'GNF', name: 'Guinean franc', symbol: 'GNF', exponent: 0 },
  { code: 'GTQ', name: 'Guatemalan quetzal', symbol: 'GTQ', exponent: 2 },
  { code: 'GYD', name: 'Guyanese dollar', symbol: 'GYD', exponent: 2 },
  { code: 'HKD', name: 'Hong Kong dollar', symbol: 'HK$', exponent: 2 },
  { code: 'HNL', name: 'Honduran lempira', symbol: 'HNL', exponent: 2 },
  { code: 'HTG', name: 'Haitian gourde', symbol: 'HTG', exponent: 2 },
  { code: 'HUF', name: 'Hungarian forint', symbol: 'Ft', exponent: 2 },
  { code: 'IDR', name: 'Indonesian rupiah', symbol: 'Rp', exponent: 2 },
  { code: 'ILS', name: 'Israeli new shekel', symbol: '₪', exponent: 2 },
  { code: 'INR', name: 'Indian rupee', symbol: '₹', exponent: 2 },
  { code: 'IQD', name: 'Iraqi dinar', symbol: 'IQD', exponent: 3 },
  { code: 'IRR', name: 'Iranian rial', symbol: 'IRR', exponent: 2 },
  { code: 'ISK', name: 'Icelandic króna', symbol: 'ISK', exponent: 0 },
  { code: 'JMD', name: 'Jamaican dollar', symbol: 'JMD', exponent: 2 },
  { code: 'JOD', name: 'Jordanian dinar', symbol: 'JOD', exponent: 3 },
  { code: 'JPY', name: 'Japanese yen', symbol: '¥', exponent: 0 },
  { code: 'KES', name: 'Kenyan shilling', symbol: 'KES', exponent: 2 },
  { code: 'KGS', name: 'Kyrgyzstani som', symbol: 'KGS', exponent: 2 },
  { code: 'KHR', name: 'Cambodian riel', symbol: 'KHR', exponent: 2 },
  { code: 'KMF', name: 'Comorian franc', symbol: 'KMF', exponent: 0 },
  { code: 'KPW', name: 'North Korean won', symbol: 'KPW', exponent: 2 },
  { code: 'KRW', name: 'South Korean won', symbol: '₩', exponent: 0 },
  { code: 'KWD', name: 'Kuwaiti dinar', symbol: 'KWD', exponent: 3 },
  { code: 'KYD', name: 'Cayman Islands dollar', symbol: 'KYD', exponent: 2 },
  { code: 'KZT', name: 'Kazakhstani tenge', symbol: '₸', exponent: 2 },
  { code: 'LAK', name: 'Lao kip', symbol: 'LAK', exponent: 2 },
  { code: 'LBP', name: 'Lebanese pound', symbol: 'LBP', exponent: 2 },
  { code: 'LKR', name: 'Sri Lankan rupee', symbol: 'LKR', exponent: 2 },
  { code: 'LRD', name: 'Liberian dollar', symbol: 'LRD', exponent: 2 },
  { code: 'LSL', name: 'Lesotho loti', symbol: 'LSL', exponent: 2 },
  { code: 'LYD', name: 'Libyan dinar', symbol: 'LYD', exponent: 3 },
  { code: 'MAD', name: 'Moroccan dirham', symbol: 'MAD', exponent: 2 },
  { code: 'MDL', name: 'Moldovan leu', symbol: 'MDL', exponent: 2 },
  { code: 'MGA', name: 'Malagasy ariary', symbol: 'MGA', exponent: 2 },
  { code: 'MKD', name: 'Macedonian denar', symbol: 'MKD', exponent: 2 },
  { code: 'MMK', name: 'Myanmar kyat', symbol: 'MMK', exponent: 2 },
  { code: 'MNT', name: 'Mongolian tögrög', symbol: 'MNT', exponent: 2 },
  { code: 'MOP', name: 'Macanese pataca', symbol: 'MOP', exponent: 2 },
  { code: 'MRU', name: 'Mauritanian ouguiya', symbol: 'MRU', exponent: 2 },
  { code: 'MUR', name: 'Mauritian rupee', symbol: 'MUR', exponent: 2 },
  { code: 'MVR', name: 'Maldivian rufiyaa', symbol: 'MVR', exponent: 2 },
  { code: 'MWK', name: 'Malawian kwacha', symbol: 'MWK', exponent: 2 },
  { code: 'MXN', name: 'Mexican peso', symbol: 'MX$', exponent: 2 },
  { code: 'MYR', name: 'Malaysian ringgit', symbol: 'RM', exponent: 2 },
  { code: 'MZN', name: 'Mozambican metical', symbol: 'MZN', exponent: 2 },
  { code: 'NAD', name: 'Namibian dollar', symbol: 'NAD', exponent: 2 },
  { code: 'NGN', name: 'Nigerian naira', symbol: '₦', exponent: 2 },
  { code: 'NIO', name: 'Nicaraguan córdoba', symbol: 'NIO', exponent: 2 },
  { code: 'NOK', name: 'Norwegian krone', symbol: 'NOK', exponent: 2 },
  { code: 'NPR', name: 'Nepalese rupee', symbol: 'NPR', exponent: 2 },
  { code: 'NZD', name: 'New Zealand dollar', symbol: 'NZ$', exponent: 2 },
  { code: 'OMR', name: 'Omani rial', symbol: 'OMR', exponent: 3 },
  { code: 'PAB', name: 'Panamanian balboa', symbol: 'PAB', exponent: 2 },
  { code: 'PEN', name: 'Peruvian sol', symbol: 'PEN', exponent: 2 },
  { code: 'PGK', name: 'Papua New Guinean kina', symbol: 'PGK', exponent: 2 },
  { code: 'PHP', name: 'Philippine peso', symbol: '₱', exponent: 2 },
  { code: 'PKR', name: 'Pakistani rupee', symbol: 'PKR', exponent: 2 },
  { code: 'PLN', name: 'Polish złoty', symbol: 'zł', exponent: 2 },
  { code: 'PYG', name: 'Paraguayan guaraní', symbol: 'PYG', exponent: 0 },
  { code: 'QAR', name: 'Qatari riyal', symbol: 'QAR', exponent: 2 },
  { code: 'RON', name: 'Romanian leu', symbol: 'lei', exponent: 2 },
  { code: 'RSD', name: 'Serbian dinar', symbol: 'RSD', exponent: 2 },
  { code: 'RUB', name: 'Russian ruble', symbol: '₽', exponent: 2 },
  { code: 'RWF', name: 'Rwandan franc', symbol: 'RWF', exponent: 0 },
  { code: 'SAR', name: 'Saudi riyal', symbol: 'SAR', exponent: 2 },
  { code: 'SBD', name: 'Solomon Islands dollar', symbol: 'SBD', exponent: 2 },
  { code: 'SCR', name: 'Seychellois rupee', symbol: 'SCR', exponent: 2 },
  { code: 'SDG', name: 'Sudanese pound', symbol: 'SDG', exponent: 2 },
  { code: 'SEK', name: 'Swedish krona', symbol: 'SEK', exponent: 2 },
  { code: 'SGD', name: 'Singapore dollar', symbol: 'S$', exponent: 2 },
  { code: 'SHP', name: 'Saint Helena pound', symbol: 'SHP', exponent: 2 },
  { code: 'SLE', name: 'Sierra Leonean leone', symbol: 'SLE', exponent: 2 },
  { code: 'SOS', name: 'Somali shilling', symbol: 'SOS', exponent: 2 },
  { code: 'SRD', name: 'Surinamese dollar', symbol: 'SRD', exponent: 2 },
  { code: 'SSP', name: 'South Sudanese pound', symbol: 'SSP', exponent: 2 },
  { code: 'STN', name: 'São Tomé and Príncipe dobra', symbol: 'STN', exponent: 2 },
  { code: 'SVC', name: 'Salvadoran colón', symbol: 'SVC', exponent: 2 },
  { code: 'SYP', name: 'Syrian pound', symbol: 'SYP', exponent: 2 },
  { code: 'SZL', name: 'Swazi lilangeni', symbol: 'SZL', exponent: 2 },
  { code: 'THB', name: 'Thai baht', symbol: '฿', exponent: 2 },
  { code: 'TJS', name: 'Tajikistani somoni', symbol: 'TJS', exponent: 2 },
  { code: 'TMT', name: 'Turkmenistani manat', symbol: 'TMT', exponent: 2 },
  { code: 'TND', name: 'Tunisian dinar', symbol: 'TND', exponent: 3 },
  { code: 'TOP', name: 'Tongan paʻanga', symbol: 'TOP', exponent: 2 },
  { code: 'TRY', name: 'Turkish lira', symbol: '₺', exponent: 2 },
  { code: 'TTD', name: 'Trinidad and Tobago dollar', symbol: 'TTD', exponent: 2 },
  { code: 'TWD', name: 'New Taiwan dollar', symbol: 'NT$', exponent: 2 },
  { code: 'TZS', name: 'Tanzanian shilling', symbol: 'TZS', exponent: 2 },
  { code: 'UAH', name: 'Ukrainian hryvnia', symbol: '₴', exponent: 2 },
  { code: 'UGX', name: 'Ugandan shilling', symbol: 'UGX', exponent: 0 },
  { code: 'USD', name: 'US dollar', symbol: '$', exponent: 2 },
  { code: 'UYU', name: 'Uruguayan peso', symbol: 'UYU', exponent: 2 },
  { code: 'UZS', name: 'Uzbekistani som', symbol: 'UZS', exponent: 2 },
  { code: 'VED', name: 'Venezuelan digital bolívar', symbol: 'VED', exponent: 2 },
  { code: 'VES', name: 'Venezuelan sovereign bolívar', symbol: 'VES', exponent: 2 },
  { code: 'VND', name: 'Vietnamese đồng', symbol: '₫', exponent: 0 },
  { code: 'VUV', name: 'Vanuatu vatu', symbol: 'VUV', exponent: 0 },
  { code: 'WST', name: 'Samoan tālā', symbol: 'WST', exponent: 2 },
  { code: 'XAF', name: 'Central African CFA franc', symbol: 'XAF', exponent: 0 },
  { code: 'XCD', name: 'East Caribbean dollar', symbol: 'XCD', exponent: 2 },
  { code: 'XCG', name: 'Caribbean guilder', symbol: 'XCG', exponent: 2 },
  { code: 'XOF', name: 'West African CFA franc', symbol: 'XOF', exponent: 0 },
  { code: 'XPF', name: 'CFP franc', symbol: 'XPF', exponent: 0 },
  { code: 'YER', name: 'Yemeni rial', symbol: 'YER', exponent: 2 },
  { code: 'ZAR', name: 'South African rand', symbol: 'R', exponent: 2 },
  { code: 'ZMW', name: 'Zambian kwacha', symbol: 'ZMW', exponent: 2 },
  { code: 'ZWG', name: 'Zimbabwe Gold', symbol: 'ZWG', exponent: 2 },
];

const BY_CODE: ReadonlyMap<string, Currency> = new Map(CURRENCIES.map((c) => [c.code, c]));

const currencyOf = (code: string): Currency => {
  const found = BY_CODE.get(code);
  if (!found) throw new RangeError(`Unknown currency: ${code}`);
  return found;
};

/** Whether this is the code of a supported currency. */
export const isCurrency = (code: string): boolean => BY_CODE.has(code);

/** Returns the number of decimals of the currency's minor unit (GBP 2, JPY 0, KWD 3). Throws if the code is unknown. */
export const exponentOf = (code: string): number => currencyOf(code).exponent;

/**
 * Returns the symbol that is shown beside an amount, or the code if the currency has no symbol. Throws if the code is
 * unknown.
 */
export const symbolOf = (code: string): string => currencyOf(code).symbol;

/** Other words for currencies. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  rmb: 'CNY',
  cnh: 'CNY',
  yuan: 'CNY',
  renminbi: 'CNY',
  人民币: 'CNY',
  us$: 'USD',
  美元: 'USD',
  欧元: 'EUR',
};
/** Signs that several currencies use. */
const SHARED_SIGNS: ReadonlySet<string> = new Set(['$', '¥']);

/**
 * Finds the currency that a code, an English name or a sign means, in any case. A sign of several currencies is none.
 */
export function currencyOfWord(text: string): string | undefined {
  const lower = text.toLowerCase();
  const code = text.toUpperCase();
  if (isCurrency(code)) return code;
  if (OTHER_WORDS[lower]) return OTHER_WORDS[lower];
  const found = CURRENCIES.filter(
    ({ name, symbol }) => name.toLowerCase() === lower || (symbol.toLowerCase() === lower && !SHARED_SIGNS.has(symbol)),
  );
  return found.length === 1 ? found[0]?.code : undefined;
}
