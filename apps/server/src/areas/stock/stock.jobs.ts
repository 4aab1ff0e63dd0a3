import { dailyJob } from '../../jobs/daily.ts';
import { checkStock } from './stock-check.service.ts';

export const stockCheck = dailyJob({ name: 'stock.stock-invariants', run: checkStock });
