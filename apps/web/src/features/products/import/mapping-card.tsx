import { Button } from '@mantine/core';
import { type DecimalMark, readingOfMark } from '@quayside/domain/money/number-text';
import { type ProductImport, remapProductImport } from '@quayside/contracts/product-imports';
import { useMemo } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { NumberReadingChoice } from '../../../components/form/number-reading.tsx';
import { ActionButton, DeniedTooltip } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { langOf } from '../../../lib/format.ts';
import { fieldWord } from '../product-words.ts';
import { IMPORT_FIELDS } from '@quayside/contracts/product-fields';
import { valuesOf } from './error-groups.tsx';
import classes from './import.module.css';
import { UnitChoice } from './unit-choice.tsx';
import type { MappingState } from './use-mapping.ts';

const UNUSED = '-';

type Numbers = NonNullable<ProductImport['columns'][number]['numbers']>;
/** How a column of numbers is read with the mark that the person chose. */
const readingNow = (numbers: Numbers, mark: DecimalMark | null | undefined): Numbers =>
  mark ? { ...numbers, reading: readingOfMark(mark), by: 'CHOICE' } : numbers;

/**
 * The card with the column mapping. While a person maps, it stays as it is: the rows are checked when they ask for it,
 * or pause.
 */
export function MappingCard({ result, mapping }: { result: ProductImport; mapping: MappingState }) {
  const t = useT();
  const permission = usePermission(remapProductImport);
  const { fields, isChanged } = mapping;
  const stored = useMemo(() => result.columns.map(({ field }) => field), [result.columns]);
  const isOpen = result.state === 'CHECKED';
  // While the rows are checked again, the choices keep their places, so that nothing jumps.
  const isShownAsChoice = isOpen || (result.isDryRun && (result.state === 'PENDING' || result.state === 'CHECKING'));
  const canChange = isOpen && permission.allowed;
  const options = useMemo(() => {
    const known: readonly string[] = [...new Set([...IMPORT_FIELDS, ...stored.filter((field) => field !== null)])];
    return [
      { value: UNUSED, label: t('products:import.notUsed') },
      ...known.map((value) => ({ value, label: fieldWord(value, t) })),
    ];
  }, [stored, t]);
  const used = fields.filter((field) => field !== null).length;
  return (
    <Card
      title={t('products:import.columns')}
      hint={
        `${t('products:import.columnsUsed', { used, count: fields.length })} · ` +
        t(`products:import.mapping.${result.mapping}`)
      }
      flush
    >
      {!fields.includes('sku') && (
        <div className={classes.cardNote}>
          <Note tone="warning" role="alert">
            {t('products:import.noSku')}
          </Note>
        </div>
      )}
      <SimpleTable
        className={classes.mapping}
        cards="1fr auto"
        label={t('products:import.columns')}
        isBusy={mapping.isChecking}
      >
        <thead>
          <tr>
            <th scope="col">{t('products:import.column')}</th>
            <th scope="col">{t('products:import.samples')}</th>
            <th scope="col">{t('products:import.field')}</th>
          </tr>
        </thead>
        <tbody>
          {result.columns.map(({ name, samples, numbers }, column) => {
            const unit = mapping.unitOfColumns[column];
            const title = name || t('products:import.columnNumber', { number: column + 1 });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index of a column in the file identifies the column
              <tr key={column} data-unused={fields[column] === null || undefined}>
                <th scope="row">{title}</th>
                <td data-samples lang={langOf(samples.join())}>
                  {samples.filter((text) => text !== '').join(' · ')}
                  {numbers && (
                    <NumberReadingChoice
                      {...readingNow(numbers, mapping.decimalMarks[column])}
                      column={title}
                      onChoose={canChange ? (mark) => mapping.chooseMark(column, mark) : undefined}
                    />
                  )}
                  {fields[column] && <MeaningsChosen field={fields[column]} mapping={mapping} canChange={canChange} />}
                </td>
                <td data-choice>
                  {isShownAsChoice ? (
                    <DeniedTooltip reason={permission.reason}>
                      <Chooser
                        size="xs"
                        aria-label={t('products:import.fieldOf', { column: title })}
                        data={options}
                        value={fields[column] ?? UNUSED}
                        searchable
                        disabled={!canChange}
                        maxDropdownHeight={320}
                        onChange={(field) => mapping.chooseField(column, field === UNUSED ? null : field)}
                      />
                    </DeniedTooltip>
                  ) : (
                    <span data-none={fields[column] === null || undefined}>
                      {fields[column] ? fieldWord(fields[column], t) : t('products:import.notUsed')}
                    </span>
                  )}
                  {unit && (
                    <UnitChoice
                      column={title}
                      of={unit}
                      onChoose={canChange ? (one) => mapping.chooseUnit(column, one) : undefined}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </SimpleTable>
      {isOpen && (
        <p className={classes.check}>
          <ActionButton
            size="xs"
            permission={permission}
            loading={mapping.isChecking}
            disabled={!isChanged || !mapping.check}
            onClick={() => mapping.check?.()}
          >
            {t('products:import.check')}
          </ActionButton>
          {isChanged && <span role="status">{t('products:import.unchecked')}</span>}
        </p>
      )}
    </Card>
  );
}

/** What words of a column mean, as the person chose; a click removes a meaning. */
function MeaningsChosen({ field, mapping, canChange }: { field: string; mapping: MappingState; canChange: boolean }) {
  const t = useT();
  const meanings = mapping.values.filter((one) => one.field === field);
  if (meanings.length === 0) return null;
  return (
    <span className={classes.chosen}>
      {meanings.map((one) => {
        const label = valuesOf(one.field, t).find(({ value }) => value === one.to)?.label;
        const words = `“${one.from}” → ${label ?? t('products:import.meaningEmpty')}`;
        return (
          <Button
            key={one.from}
            size="compact-xs"
            variant="subtle"
            disabled={!canChange}
            aria-label={t('products:import.forget', { words })}
            onClick={() => mapping.chooseValue(one.field, one.from, undefined)}
          >
            {words} ×
          </Button>
        );
      })}
    </span>
  );
}
