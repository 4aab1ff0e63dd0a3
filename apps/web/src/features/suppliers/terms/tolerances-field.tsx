import { AmountInput } from '../../../components/form/amount-field.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { TextInput } from '../../../components/form/inputs.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { readTypedNumber } from '../../../lib/words/typed-number.ts';
import type { StoredTolerances, SupplierValues } from '../supplier-values.ts';

interface TolerancesProps {
  readonly form: AppForm<SupplierValues>;
  readonly readOnly: boolean;
  /** The stored tolerances, whose amount has a currency of its own; undefined for a new supplier. */
  readonly stored?: StoredTolerances | undefined;
}

const isZero = (amount: string) => /^0*(\.0*)?$/.test(amount);

/** How far the invoice lines of a supplier may be off their purchase order without a warning. */
export function TolerancesField({ form, readOnly, stored }: TolerancesProps) {
  const t = useT();
  const accountCurrency = useCurrency();
  const { tolerances, currency } = form.values;
  // An amount that is not changed keeps the currency in which it was typed.
  const isKept = stored !== undefined && stored.priceAmount === tolerances.priceAmount && !isZero(stored.priceAmount);
  const amountCurrency = isKept ? stored.currency : (currency ?? accountCurrency);
  const change = (part: Partial<SupplierValues['tolerances']>) => form.set('tolerances', { ...tolerances, ...part });
  const percent = (name: 'pricePercent' | 'quantityPercent') => (
    <TextInput
      label={t(`suppliers:tolerances.${name}`)}
      description={t(`suppliers:tolerances.${name}Help`)}
      className="num"
      inputMode="decimal"
      maxLength={10}
      rightSection="%"
      rightSectionPointerEvents="none"
      name={`tolerances.${name}`}
      readOnly={readOnly}
      data-read-only={readOnly || undefined}
      error={form.errorAt(`tolerances.${name}`)}
      value={tolerances[name]}
      onChange={(text) => change({ [name]: text })}
      onBlur={() => {
        const read = readTypedNumber(tolerances[name]);
        const next = { ...tolerances, [name]: 'plain' in read ? read.plain : tolerances[name] };
        if (next[name] !== tolerances[name]) change(next);
        form.touch('tolerances', next);
      }}
    />
  );
  return (
    <>
      {percent('pricePercent')}
      <AmountInput
        label={t('suppliers:tolerances.priceAmount')}
        description={t('suppliers:tolerances.priceAmountHelp', { currency: amountCurrency })}
        currency={amountCurrency}
        readOnly={readOnly}
        error={form.errorAt('tolerances.priceAmount')}
        value={tolerances.priceAmount}
        onChange={(priceAmount) => change({ priceAmount })}
        onBlur={(priceAmount) => form.touch('tolerances', { ...tolerances, priceAmount })}
      />
      {percent('quantityPercent')}
    </>
  );
}

/** The tolerances as one line of words. */
export const tolerancesInWords = ({
  pricePercent,
  priceAmount,
  quantityPercent,
}: SupplierValues['tolerances']): string => `${pricePercent} %, ${priceAmount}, ${quantityPercent} %`;
