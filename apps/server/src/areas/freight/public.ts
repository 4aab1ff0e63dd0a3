export { containerSizes, freightRatesById } from './rate-rows.views.ts';
export { customsValuesSet, dutyRatesOf } from './duty-rows.views.ts';
