import { listCountries } from '@quayside/contracts/suppliers';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../lib/query-client.ts';
import { type FieldProps, SelectField, type SelectFieldProps } from './fields.tsx';

type ChoiceProps = FieldProps & Pick<SelectFieldProps, 'clearable' | 'onChange'>;

/** A country of ISO 3166. */
export function CountryField(props: ChoiceProps) {
  const countries = useQuery({ ...read('account', listCountries, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  return <SelectField {...props} options={countries} searchable />;
}

/** The currencies of the domain's table: "GBP, Pound sterling". */
export const currencyOptions = CURRENCIES.map(({ code, name }) => ({ value: code, label: `${code}, ${name}` }));

/** A currency of ISO 4217. */
export const CurrencyField = (props: ChoiceProps) => <SelectField {...props} options={currencyOptions} searchable />;

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
/** The browser's time zone, as the initial value. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** A time zone of IANA. */
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
