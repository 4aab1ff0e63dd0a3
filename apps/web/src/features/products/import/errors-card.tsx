import { Button } from '@mantine/core';
import { getProductImportErrorFile, type ProductImport } from '@quayside/contracts/product-imports';
import { IconCheck, IconCopy, IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { formatCount, langOf } from '../../../lib/format.ts';
import { useErrorFileDownload } from './api.ts';
import { ErrorGroups } from './error-groups.tsx';
import { errorsAsText } from './import-words.ts';
import classes from './import.module.css';
import type { MappingState } from './use-mapping.ts';

const FEW = 100;

/** The errors, grouped or cell by cell, and a button that downloads a file for correcting them. */
export function ErrorsCard({ result, mapping }: { result: ProductImport; mapping: MappingState | undefined }) {
  const { id, errors, errorCount, errorGroups } = result;
  const t = useT();
  const permission = usePermission(getProductImportErrorFile);
  const file = useErrorFileDownload(id);
  const [isAll, setAll] = useState(false);
  const [isCellByCell, setCellByCell] = useState(false);
  // Imports of earlier releases have no groups.
  const hasGroups = errorGroups.length > 0;
  const [isCopied, setCopied] = useState(false);
  const header = [
    t('products:import.row'),
    t('products:import.column'),
    t('products:import.value'),
    t('products:import.reason'),
  ];
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
      hint={t('products:import.mendHint')}
      flush
      end={
        <>
          <Button size="xs" leftSection={<CopyIcon size={14} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
            {isCopied ? t('copied') : t('products:import.copyErrors')}
          </Button>
          <ActionButton
            size="xs"
            icon={IconFileDownload}
            permission={permission}
            loading={file.isPending}
            onClick={() => file.mutate()}
          >
            {t('products:import.errorFile')}
          </ActionButton>
        </>
      }
    >
      {hasGroups && <ErrorGroups result={result} mapping={mapping} />}
      {hasGroups && !isCellByCell ? (
        <p className={classes.foot}>
          <Button size="compact-xs" variant="subtle" onClick={() => setCellByCell(true)}>
            {t('products:import.cellByCell')}
          </Button>
        </p>
      ) : (
        <>
          <ScrollRegion className={classes.scroll} label={title}>
            <SimpleTable className={classes.table} label={title} isHeadSticky cards="48px minmax(0, 1fr)">
              <thead>
                <tr>
                  {header.map((word, index) => (
                    <th key={word} scope="col" data-figure={index === 0 || undefined}>
                      {word}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ row, column, value, reason }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list in a response never changes
                  <tr key={index}>
                    <td data-figure>{formatCount(row)}</td>
                    <td>{column}</td>
                    <td data-wide className={value === '' ? classes.nothing : classes.value} lang={langOf(value)}>
                      {value === '' ? t('products:import.emptyValue') : value}
                    </td>
                    <td data-wide>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </SimpleTable>
          </ScrollRegion>
          {(errors.length > rows.length || errorCount > errors.length) && (
            <p className={classes.foot}>
              {errors.length > rows.length && (
                <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
                  {t('products:import.showAll', { formatted: formatCount(errors.length) })}
                </Button>
              )}
              {errorCount > errors.length &&
                t('products:import.errorsFirst', { shown: formatCount(errors.length), total: formatCount(errorCount) })}
            </p>
          )}
        </>
      )}
    </Card>
  );
}
