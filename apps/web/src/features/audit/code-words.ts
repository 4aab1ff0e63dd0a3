import { isCountry, nameOfCountry } from '@quayside/domain/products/countries';
import { containerName } from '@quayside/domain/shipments/containers';
import { CONTAINER_TYPES } from '@quayside/domain/shipments/option-lists';
import { i18n } from '../../i18n/i18n.ts';

/**
 * The translation of a key. Undefined when there is none, because a later release may have written an entry with names
 * that this release does not know.
 */
export const found = (key: string): string | undefined => (i18n.exists(key) ? i18n.t(key as 'audit:title') : undefined);

/** For each field with enum values, the translation keys under which the labels of these values are found. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  status: ['status.invoice', 'status.product', 'status.invitation', 'status.purchaseOrder', 'shipments:state'],
  costType: ['category'],
  shippingMethod: ['shippingMethod'],
  basis: ['invoices:basis'],
  kind: ['invoices:kinds', 'notifications:mails', 'payments:calendar.kind'],
  repeat: ['payments:calendar.repeatChoice'],
  type: ['invoices:types', 'payments:codes.type'],
  rateSource: ['invoices:totals.rateSource'],
  closeReason: ['purchasing:closeReason'],
  roles: ['people:role'],
  documentType: ['documents:types'],
  exchangePolicy: ['payments:policy.names'],
  stockMethod: ['shipments:stock.method.names'],
  channel: ['products:channel'],
  addChannels: ['products:channel'],
  removeChannels: ['products:channel'],
  saleChannel: ['products:channel'],
  saleSource: ['shipments:customers.places'],
  difference: ['shipments:five.kind'],
  debtor: ['shipments:receiving.missing.who'],
  goodsTimeline: ['shipments:plans.goodsTimeline'],
  calculateBy: ['shipments:plans.calculateBy'],
  fromAddressType: ['shipments:plans.addressType'],
  toAddressType: ['shipments:plans.addressType'],
  labelOwner: ['shipments:plans.labelOwner'],
  mode: ['freight:rates.mode'],
  unit: ['freight:rates.unit'],
  level: ['freight:rates.level'],
  divisorUnit: ['freight:rates.divisorUnit'],
  sideRounding: ['freight:rates.sideRounding'],
  sideUnit: ['freight:rates.sideUnit'],
  dimensionUnit: ['products:unitName', 'products:unit'],
  weightUnit: ['products:unitName', 'products:unit'],
  // The names of the fields that a merge of suppliers filled in.
  filled: ['audit:field'],
};

const country = (code: string): string | undefined => (isCountry(code) ? nameOfCountry(code) : undefined);
/** The names of codes whose words are not in one list of texts. */
const NAMES: Readonly<Record<string, (code: string) => string | undefined>> = {
  salePlace: (code) => found(code === 'WAREHOUSE' ? 'shipments:warehouse' : `products:channel.${code}`),
  missingKind: (code) => found(`shipments:receiving.decide.kind.${code}`),
  country,
  fromCountry: country,
  toCountry: country,
  countryOfOrigin: country,
  containerType: (code) => {
    const type = CONTAINER_TYPES.find((one) => one === code);
    return type && containerName(type);
  },
};

/**
 * The words of a value that is a code, or several; undefined for a field without codes. Unknown codes stay as they are.
 */
export function codeWords(field: string, value: string): string | undefined {
  const nameOf = NAMES[field];
  if (nameOf) return nameOf(value) ?? value;
  const lists = LISTS[field];
  if (!lists) return undefined;
  return value
    .split(', ')
    .map((word) => lists.map((list) => found(`${list}.${word}`)).find((words) => words !== undefined) ?? word)
    .join(', ');
}
