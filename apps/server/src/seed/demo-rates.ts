import { addDays, dayToUnix } from '@quayside/domain/days/days';
import { decimalText } from '@quayside/domain/money/money';

const CURRENCIES = ['USD', 'GBP', 'CNY'] as const;
/**
 * What 1 euro was worth, in ten-thousandths, every 30 days from 300 days ago until today. The figures are invented, and
 * near those at which the invoices of the demo seller are converted.
 */
const EVERY_30_DAYS: Readonly<Record<(typeof CURRENCIES)[number], readonly number[]>> = {
  USD: [11_371, 11_382, 11_402, 11_431, 11_397, 11_418, 11_440, 11_409, 11_425, 11_437, 11_421],
  GBP: [8_729, 8_721, 8_705, 8_712, 8_694, 8_688, 8_702, 8_717, 8_709, 8_698, 8_703],
  CNY: [80_702, 80_640, 80_595, 80_721, 80_688, 80_812, 80_934, 81_027, 80_951, 80_870, 80_886],
};
const STEP = 30;
const FIRST_DAY = 300;
const DAILY = [0, 9, -6, 14, -11, 4, -3, 7, -8, 2, 12] as const;
const SECONDS_OF_DAY = 86_400;

/** The rate of a day, between those of the two nearest steps, with a small change from day to day. */
function rateOn(currency: (typeof CURRENCIES)[number], daysAgo: number): string {
  const at = Math.floor((FIRST_DAY - daysAgo) / STEP);
  const steps = EVERY_30_DAYS[currency];
  const [before = 0, after = before] = [steps[at], steps[at + 1]];
  const part = (FIRST_DAY - daysAgo) % STEP;
  const daily = (DAILY[daysAgo % DAILY.length] ?? 0) * (currency === 'CNY' ? 7 : 1);
  return decimalText(BigInt(before + Math.round(((after - before) * part) / STEP) + daily), 4);
}

/** Whether the bank publishes rates on a day: it does not on Saturdays and Sundays. January 1, 1970 was a Thursday. */
const isWorkingDay = (day: string): boolean => ((dayToUnix(day) / SECONDS_OF_DAY + 4) % 7) % 6 !== 0;

/** A file of rates in the form of the European Central Bank, for the months of the demo seller until yesterday. */
export function ratesFile(today: string): string {
  const rows: string[] = [];
  for (let daysAgo = 1; daysAgo <= FIRST_DAY; daysAgo += 1) {
    const day = addDays(today, -daysAgo);
    if (isWorkingDay(day)) rows.push([day, ...CURRENCIES.map((currency) => rateOn(currency, daysAgo)), ''].join(','));
  }
  return [`Date,${CURRENCIES.join(',')},`, ...rows, ''].join('\n');
}
