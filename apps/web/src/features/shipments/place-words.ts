import { type Place, PLACES } from '@quayside/domain/stock/places';
import { knownChannel } from '@quayside/domain/stock/sale-places';
import type { T } from '../../i18n/i18n.ts';

/** The name of a place where stock can be. */
export const placeName = (t: T, place: Place): string =>
  place === 'WAREHOUSE' ? t('shipments:warehouse') : t(`products:channel.${place}`);

/** All places as options, with the own warehouse first. */
export const placeOptions = (t: T) => PLACES.map((value) => ({ value, label: placeName(t, value) }));

/** The name of a sales channel: of the list, or as a report named it. */
export function channelName(t: T, channel: string): string {
  const known = knownChannel(channel);
  if (known) return t(`products:channel.${known}`);
  return channel === '' ? t('shipments:customers.places.blank') : channel;
}
