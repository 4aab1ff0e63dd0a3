import { Button } from '@mantine/core';
import { EVERY_WRONG } from '@quayside/contracts/imports';
import { type DecimalMark, readingOfMark } from '@quayside/domain/money/number-text';
import { useMemo } from 'react';
import { Chooser } from '../form/chooser.tsx';
import { FileReadings } from '../form/file-reading.tsx';
import { NumberReadingChoice } from '../form/number-reading.tsx';
import { ActionButton, DeniedTooltip } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/states.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { langOf } from '../../lib/words/format.ts';
import { useImportKit } from './import-kit.ts';
import type { AnyImport, MappingState } from './import-types.ts';
import classes from './import.module.css';

const UNUSED = '-';

type Numbers = NonNullable<AnyImport['columns'][number]['numbers']>;
/** How a column of numbers is read with the mark that the person chose. */
const readingNow = (numbers: Numbers, mark: DecimalMark | null | undefined): Numbers =>
  mark ? { ...numbers, reading: readingOfMark(mark), by: 'CHOICE' } : numbers;

/**
 * The card with the column mapping. While a person maps, it stays as it is: the rows are checked when they ask for it,
 * or pause.
 */
export function MappingCard({ result, mapping }: { result: AnyImport; mapping: MappingState }) {
  const t = useT();
  const kit = useImportKit();
  const { fieldWord, fields: fieldsOfKit, units, identity } = kit;
  const permission = usePermission(kit.specs.remap);
  const { fields, isChanged } = mapping;
  const stored = useMemo(() => result.columns.map(({ field }) => field), [result.columns]);
  const isOpen = result.state === 'CHECKED';
  // While the rows are checked again, the choices keep their places, so that nothing jumps.
  const isShownAsChoice = isOpen || (result.isDryRun && (result.state === 'PENDING' || result.state === 'CHECKING'));
  const canChange = isOpen && permission.allowed;
  const options = useMemo(() => {
    const known: readonly string[] = [...new Set([...fieldsOfKit, ...stored.filter((field) => field !== null)])];
    return [
      { value: UNUSED, label: t('imports:notUsed') },
      ...known.map((value) => ({ value, label: fieldWord(value, t) })),
    ];
  }, [stored, t, fieldsOfKit, fieldWord]);
  const used = fields.filter((field) => field !== null).length;
  return (
    <Card
      title={t('imports:columns')}
      hint={`${t('imports:columnsUsed', { used, count: fields.length })} · ` + t(`imports:mapping.${result.mapping}`)}
      flush
    >
      {!fields.some((field) => field !== null && identity.includes(field)) && (
        <div className={classes.cardNote}>
          <Note tone="warning" role="alert">
            {kit.words(t).noIdentity}
          </Note>
        </div>
      )}
      {result.reading && (
        <div className={classes.cardNote}>
          <FileReadings reading={result.reading} onChoose={canChange ? mapping.chooseFile : undefined} />
        </div>
      )}
      <SimpleTable
        className={classes.mapping}
        cards="1fr auto"
        label={t('imports:columns')}
        isBusy={mapping.isChecking}
      >
        <thead>
          <tr>
            <th scope="col">{t('imports:column')}</th>
            <th scope="col">{t('imports:samples')}</th>
            <th scope="col">{t('imports:field')}</th>
          </tr>
        </thead>
        <tbody>
          {result.columns.map(({ name, samples, numbers }, column) => {
            const unit = mapping.unitOfColumns[column];
            const title = name || t('imports:columnNumber', { number: column + 1 });
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
                  {fields[column] && (
                    <MeaningsChosen field={fields[column]} result={result} mapping={mapping} canChange={canChange} />
                  )}
                </td>
                <td data-choice>
                  {isShownAsChoice ? (
                    <DeniedTooltip reason={permission.reason}>
                      <Chooser
                        size="xs"
                        aria-label={t('imports:fieldOf', { column: title })}
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
                      {fields[column] ? fieldWord(fields[column], t) : t('imports:notUsed')}
                    </span>
                  )}
                  {unit && units && (
                    <units.Choice
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
        <p className={classes.foot}>
          <ActionButton
            size="xs"
            permission={permission}
            loading={mapping.isChecking}
            disabled={!isChanged || !mapping.check}
            onClick={() => mapping.check?.()}
          >
            {t('imports:check')}
          </ActionButton>
          {isChanged && <span role="status">{t('imports:unchecked')}</span>}
        </p>
      )}
    </Card>
  );
}

/** What words of a column mean, as the person chose; a click removes a meaning. */
function MeaningsChosen({
  field,
  result,
  mapping,
  canChange,
}: {
  field: string;
  result: AnyImport;
  mapping: MappingState;
  canChange: boolean;
}) {
  const t = useT();
  const { WithMeanings } = useImportKit();
  const chosen = mapping.values.filter((one) => one.field === field);
  if (chosen.length === 0) return null;
  return (
    <WithMeanings result={result}>
      {({ labelOf }) => (
        <span className={classes.chosen}>
          {chosen.map((one) => {
            const label = one.to === null ? t('imports:meaningEmpty') : (labelOf(one) ?? '…');
            const from = one.from === EVERY_WRONG ? t('imports:everyWrong') : `“${one.from}”`;
            const words = `${from} → ${label}`;
            return (
              <Button
                key={one.from}
                size="compact-xs"
                variant="subtle"
                disabled={!canChange}
                aria-label={t('imports:forget', { words })}
                onClick={() => mapping.chooseValue(one.field, one.from, undefined)}
              >
                {words} ×
              </Button>
            );
          })}
        </span>
      )}
    </WithMeanings>
  );
}
