import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ProductImport, remapProductImport } from '@quayside/contracts/product-imports';
import { useMemo, useState } from 'react';
import { DeniedTooltip } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { langOf } from '../../../lib/format.ts';
import { fieldWord } from '../product-words.ts';
import { useRemap } from './api.ts';
import { IMPORT_FIELDS } from '@quayside/contracts/product-imports';
import { withField } from './import-words.ts';
import classes from './import.module.css';

/** Debounce: somebody who changes three columns triggers one check. */
const DELAY_MS = 800;
const UNUSED = '-';

/** The column mapping; a change makes the server check the file again. */
export function MappingCard({ result }: { result: ProductImport }) {
  const t = useT();
  const permission = usePermission(remapProductImport);
  const remap = useRemap(result.id);
  const stored = useMemo(() => result.columns.map(({ field }) => field), [result.columns]);
  const [draft, setDraft] = useState<readonly (string | null)[]>();
  const fields = draft ?? stored;
  const send = useDebouncedCallback((next: readonly (string | null)[]) => {
    // Choices made while the request was in flight are not overwritten by its answer; they are sent next.
    const settle = () => setDraft((now) => (now === next ? undefined : now));
    if (next.includes('sku')) remap.mutate([...next], { onSettled: settle });
  }, DELAY_MS);
  const isOpen = result.state === 'CHECKED';
  const change = (column: number, field: string | null) => {
    const next = withField(fields, column, field);
    setDraft(next);
    send(next);
  };
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
      hint={`${t('products:import.columnsUsed', { used, count: fields.length })} · ${t(`products:import.mapping.${result.mapping}`)}`}
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
        isBusy={draft !== undefined}
      >
        <thead>
          <tr>
            <th scope="col">{t('products:import.column')}</th>
            <th scope="col">{t('products:import.samples')}</th>
            <th scope="col">{t('products:import.field')}</th>
          </tr>
        </thead>
        <tbody>
          {result.columns.map(({ name, samples }, column) => {
            const title = name || t('products:import.columnNumber', { number: column + 1 });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
              <tr key={column} data-unused={fields[column] === null || undefined}>
                <th scope="row">{title}</th>
                <td data-samples lang={langOf(samples.join())}>
                  {samples.filter((text) => text !== '').join(' · ')}
                </td>
                <td data-choice>
                  {isOpen ? (
                    <DeniedTooltip reason={permission.reason}>
                      <Select
                        size="xs"
                        aria-label={t('products:import.fieldOf', { column: title })}
                        data={options}
                        value={fields[column] ?? UNUSED}
                        searchable
                        allowDeselect={false}
                        disabled={!permission.allowed}
                        maxDropdownHeight={320}
                        onChange={(field) => change(column, field === UNUSED ? null : field)}
                      />
                    </DeniedTooltip>
                  ) : (
                    <span data-none={fields[column] === null || undefined}>
                      {fields[column] ? fieldWord(fields[column], t) : t('products:import.notUsed')}
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </SimpleTable>
    </Card>
  );
}
