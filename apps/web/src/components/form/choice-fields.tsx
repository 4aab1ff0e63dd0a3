import { listCountries } from '@quayside/contracts/suppliers/suppliers';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../lib/api/query-client.ts';
import { type FieldProps, SelectField, type SelectFieldProps } from './fields.tsx';

type ChoiceProps = FieldProps & Pick<SelectFieldProps, 'clearable' | 'onChange' | 'openOnFocus'>;

/** The countries of ISO 3166 as options. The list is empty until they are loaded. */
export const useCountryOptions = () =>
  useQuery({ ...read('account', listCountries, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];

/** A field to select one of the countries of ISO 3166. */
export const CountryField = (props: ChoiceProps) => <SelectField {...props} options={useCountryOptions()} searchable />;

/** The supported currencies as options: "GBP, Pound sterling". */
export const currencyOptions = CURRENCIES.map(({ code, name }) => ({ value: code, label: `${code}, ${name}` }));

/** A field to select one of the supported currencies. */
export const CurrencyField = (props: ChoiceProps) => <SelectField {...props} options={currencyOptions} searchable />;

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
/** The time zone of the browser, as the initial value of a form. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** A field to select a time zone of the IANA database. */
export function TimeZoneField(props: ChoiceProps) {
  const value = props.form.values[props.name];
  const known = typeof value !== 'string' || value === '' || zones.some((zone) => zone.value === value);
  return (
    <SelectField
      {...props}
      options={known ? zones : [{ value: String(value), label: String(value) }, ...zones]}
      searchable
    />
  );
}
