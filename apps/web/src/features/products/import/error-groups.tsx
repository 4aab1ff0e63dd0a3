import { createSupplier } from '@quayside/contracts/suppliers';
import { VALUE_FIELDS, type ValueField, wordOfValue } from '@quayside/contracts/product-fields';
import type { ProductImport } from '@quayside/contracts/product-imports';
import { PRODUCT_STATUSES, SALES_CHANNELS, SHIPPING_METHODS } from '@quayside/domain/lists';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import { countryOptions } from '@quayside/domain/products/countries';
import { WRITTEN_LENGTH_UNITS, WRITTEN_WEIGHT_UNITS } from '@quayside/domain/products/units';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { formatCount, langOf } from '../../../lib/format.ts';
import { valueWord } from '../product-words.ts';
import { useCreateSuppliers } from './api.ts';
import classes from './import.module.css';
import type { MappingState } from './use-mapping.ts';

type Group = ProductImport['errorGroups'][number];
/** How many cells of a group are shown if a person can only read them. */
const FEW = 5;

interface GroupsProps {
  readonly result: ProductImport;
  /** Undefined when nothing can be chosen any more. */
  readonly mapping: MappingState | undefined;
}

/** The errors by column and reason. Where a word is not known, a person can say what it means. */
export function ErrorGroups({ result: { errorGroups, columns }, mapping }: GroupsProps) {
  return (
    <ul className={classes.groups}>
      {errorGroups.map((group) => {
        const field = columns.find(({ name }) => name === group.column)?.field;
        return (
          <li key={`${group.column} ${group.reason}`}>
            <p>
              <b>{group.column}</b> <span className={classes.groupCount}>{formatCount(group.count)}</span>{' '}
              {group.reason}
            </p>
            {mapping && isValueField(field) ? (
              <Meanings group={group} field={field} mapping={mapping} />
            ) : (
              <Cells group={group} />
            )}
            {mapping && group.code === 'rows.supplier_unknown' && (
              <MissingSuppliers names={namesIn(group)} onCreated={mapping.check} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const isValueField = (field: string | null | undefined): field is ValueField =>
  VALUE_FIELDS.some((one) => one === field);

function Cells({ group: { values, valueCount } }: { group: Group }) {
  const t = useT();
  const shown = values.slice(0, FEW).filter(({ value }) => value !== '');
  if (shown.length === 0) return null;
  return (
    <p className={classes.groupCells}>
      {shown.map(({ value }) => `“${value}”`).join(', ')}
      {valueCount > FEW && ` ${t('products:import.moreCells', { formatted: formatCount(valueCount - FEW) })}`}
    </p>
  );
}

const EMPTY = '-';

function Meanings({ group, field, mapping }: { group: Group; field: ValueField; mapping: MappingState }) {
  const t = useT();
  const options = valuesOf(field, t);
  return (
    <ul className={classes.meanings}>
      {group.values.map(({ value, count }) => {
        const chosen = mapping.values.find((one) => one.field === field && one.from === value);
        return (
          <li key={value}>
            <span lang={langOf(value)}>“{value}”</span>
            <span className={classes.groupCount}>
              {t('products:import.rowsDone', { count, formatted: formatCount(count) })}
            </span>
            <select
              className={classes.unit}
              aria-label={t('products:import.meaningOf', { word: value })}
              value={chosen ? (chosen.to ?? EMPTY) : ''}
              onChange={({ currentTarget: { value: to } }) =>
                mapping.chooseValue(field, value, to === '' ? undefined : to === EMPTY ? null : to)
              }
            >
              <option value="">{t('products:import.meaningNone')}</option>
              <option value={EMPTY}>{t('products:import.meaningEmpty')}</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </li>
        );
      })}
    </ul>
  );
}

/** The values of a field with their words. */
export function valuesOf(field: ValueField, t: T): readonly { readonly value: string; readonly label: string }[] {
  switch (field) {
    case 'countryOfOrigin':
      return countryOptions();
    case 'weightUnit':
      return WRITTEN_WEIGHT_UNITS.map((value) => ({ value, label: t(`products:unit.${value}`) }));
    case 'dimensionUnit':
      return WRITTEN_LENGTH_UNITS.map((value) => ({ value, label: t(`products:unit.${value}`) }));
    default: {
      const values = { status: PRODUCT_STATUSES, shippingMethod: SHIPPING_METHODS, channel: SALES_CHANNELS }[field];
      return values.map((value) => ({ value, label: valueWord(field, value, t) || wordOfValue(field, value) }));
    }
  }
}

/** A longer name may have been cut in the list of errors. */
const MAX_NAME = 99;
/** The names that no supplier has, each once, however it is spelled. */
const namesIn = ({ values }: Group): string[] => {
  const names = values.map(({ value }) => value).filter((name) => name.length <= MAX_NAME);
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return names.filter((name, i) => names.findIndex((other) => isSame(name, other)) === i);
};

/** Creates the suppliers that the file names and that do not exist, with one currency, and checks the rows again. */
function MissingSuppliers({ names, onCreated }: { names: readonly string[]; onCreated: (() => void) | undefined }) {
  const t = useT();
  const permission = usePermission(createSupplier);
  const create = useCreateSuppliers();
  const [currency, setCurrency] = useState('');
  const count = names.length;
  if (count === 0) return null;
  return (
    <div className={classes.missing}>
      <select
        className={classes.unit}
        aria-label={t('products:import.supplierCurrency')}
        value={currency}
        disabled={!permission.allowed}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      >
        <option value="" disabled>
          {t('products:import.supplierCurrency')}
        </option>
        {CURRENCIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {code}, {name}
          </option>
        ))}
      </select>
      <ActionButton
        size="xs"
        permission={permission}
        blocked={currency === '' ? t('products:import.chooseCurrency') : null}
        loading={create.isPending}
        onClick={() => create.mutate({ names, currency }, { onSettled: () => onCreated?.() })}
      >
        {t('products:import.createSuppliers', { count, formatted: formatCount(count) })}
      </ActionButton>
    </div>
  );
}
