import { Button } from '@mantine/core';
import type { ProductImport } from '@quayside/contracts/product-imports';
import { IconAlertTriangle, IconCheck, IconCopy, IconEqual, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatCount, langOf } from '../../../lib/format.ts';
import { FIELDS, type ProductField } from '../product-values.ts';
import { errorsAsText } from './import-words.ts';
import classes from './import.module.css';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';

const isField = (name: string): name is ProductField => (FIELDS as readonly string[]).includes(name);
const fieldWord = (field: string, t: T): string =>
  isField(field) ? t(`products:field.${field}`) : field === 'supplier' ? t('products:column.supplier') : field;

/** Which column of the file fills which field. */
export function ColumnsCard({ columns }: Pick<ProductImport, 'columns'>) {
  const t = useT();
  const used = columns.filter((column) => column.field !== null);
  const unused = columns.filter((column) => column.field === null);
  return (
    <Card title={t('products:import.columns')} hint={t('products:import.columnsHint')} flush>
      <ScrollRegion className={classes.scroll} label={t('products:import.columns')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('products:import.column')}</th>
              <th scope="col">{t('products:import.field')}</th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ name, field }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{fieldWord(field ?? '', t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {unused.length > 0 && (
        <p className={classes.foot}>
          {t('products:import.unused', { count: unused.length, names: unused.map(({ name }) => name || t('products:import.emptyValue')).join(', ') })}
        </p>
      )}
    </Card>
  );
}

const ACTIONS = {
  CREATE: { icon: IconPlus, tone: 'positive' },
  UPDATE: { icon: IconPencil, tone: 'info' },
  SKIP: { icon: IconEqual, tone: 'neutral' },
  FAIL: { icon: IconAlertTriangle, tone: 'danger' },
} as const;

/** The first rows, as they were understood. */
export function SampleCard({ sample }: Pick<ProductImport, 'sample'>) {
  const t = useT();
  return (
    <Card title={t('products:import.sample')} hint={t('products:import.sampleHint')} flush>
      <ScrollRegion className={classes.scroll} label={t('products:import.sample')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.end}>
                {t('products:import.row')}
              </th>
              <th scope="col" className={classes.narrow}>
                {t('products:import.action')}
              </th>
              <th scope="col" className={classes.code}>
                {t('products:column.sku')}
              </th>
              <th scope="col">{t('products:field.name')}</th>
            </tr>
          </thead>
          <tbody>
            {sample.map(({ row, action, sku, name }) => (
              <tr key={row}>
                <td className={`${classes.end} num`}>{formatCount(row)}</td>
                <td className={classes.narrow}>
                  <Chip icon={ACTIONS[action].icon} tone={ACTIONS[action].tone}>
                    {t(`products:import.actions.${action}`)}
                  </Chip>
                </td>
                <td className={classes.code}>{sku}</td>
                <td lang={langOf(name)}>{name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

const FEW = 100;

/** What is wrong, cell by cell. */
export function ErrorsCard({ errors, errorCount }: Pick<ProductImport, 'errors' | 'errorCount'>) {
  const t = useT();
  const [isAll, setAll] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const header = [t('products:import.row'), t('products:import.column'), t('products:import.value'), t('products:import.reason')];
  const copy = async () => {
    await navigator.clipboard.writeText(errorsAsText(errors, header));
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  const title = t('products:import.errors', { count: errorCount, formatted: formatCount(errorCount) });
  const rows = isAll ? errors : errors.slice(0, FEW);
  const CopyIcon = isCopied ? IconCheck : IconCopy;
  return (
    <Card
      title={title}
      hint={t('products:import.errorsHint')}
      flush
      end={
        <Button size="xs" leftSection={<CopyIcon size={14} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
          {isCopied ? t('copied') : t('products:import.copyErrors')}
        </Button>
      }
    >
      <ScrollRegion className={classes.scroll} label={title}>
        <table className={classes.table}>
          <thead>
            <tr>
              {header.map((word, index) => (
                <th key={word} scope="col" className={index === 0 ? classes.end : undefined}>
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, column, value, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never changes
              <tr key={index}>
                <td className={`${classes.end} num`}>{formatCount(row)}</td>
                <td>{column}</td>
                <td className={value === '' ? classes.nothing : classes.value} lang={langOf(value)}>
                  {value === '' ? t('products:import.emptyValue') : value}
                </td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {(errors.length > rows.length || errorCount > errors.length) && (
        <p className={classes.foot}>
          {errors.length > rows.length && (
            <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
              {t('products:import.showAll', { formatted: formatCount(errors.length) })}
            </Button>
          )}
          {errorCount > errors.length && t('products:import.errorsFirst', { shown: formatCount(errors.length), total: formatCount(errorCount) })}
        </p>
      )}
    </Card>
  );
}
