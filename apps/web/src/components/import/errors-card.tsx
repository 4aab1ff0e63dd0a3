import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconFileDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ActionButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { useCopy } from '../../lib/page/copy-text.ts';
import { formatCount, langOf } from '../../lib/words/format.ts';
import { useErrorFileDownload } from './import-api.ts';
import { ErrorGroups } from './error-groups.tsx';
import { useImportKit } from './import-kit.ts';
import type { AnyImport, MappingState } from './import-types.ts';
import { errorsAsText } from './import-words.ts';
import classes from './import.module.css';

const FEW = 100;

/** The errors, grouped or cell by cell, and a button that downloads a file for correcting them. */
export function ErrorsCard({ result, mapping }: { result: AnyImport; mapping: MappingState | undefined }) {
  const { id, errors, errorCount, errorGroups } = result;
  const t = useT();
  const permission = usePermission(useImportKit().specs.errorFile);
  const file = useErrorFileDownload(id);
  const [isAll, setAll] = useState(false);
  const [isCellByCell, setCellByCell] = useState(false);
  // Imports of earlier releases have no groups.
  const hasGroups = errorGroups.length > 0;
  const header = [t('imports:row'), t('imports:column'), t('imports:value'), t('imports:reason')];
  const { isCopied, copy } = useCopy();
  const table = useRef<HTMLDivElement>(null);
  const showAll = () => {
    flushSync(() => {
      setCellByCell(true);
      setAll(true);
    });
    return table.current;
  };
  const title = t('imports:errors', { count: errorCount, formatted: formatCount(errorCount) });
  const rows = isAll ? errors : errors.slice(0, FEW);
  const CopyIcon = isCopied ? IconCheck : IconCopy;
  return (
    <Card
      title={title}
      hint={t('imports:mendHint')}
      flush
      end={
        <>
          <Button
            size="xs"
            leftSection={<CopyIcon size={14} stroke={1.75} aria-hidden />}
            onClick={() => void copy(errorsAsText(errors, header), showAll)}
          >
            {isCopied ? t('copied') : t('imports:copyErrors')}
          </Button>
          <ActionButton
            size="xs"
            icon={IconFileDownload}
            permission={permission}
            loading={file.isPending}
            onClick={() => file.mutate()}
          >
            {t('imports:errorFile')}
          </ActionButton>
        </>
      }
    >
      {hasGroups && <ErrorGroups result={result} mapping={mapping} />}
      {hasGroups && !isCellByCell ? (
        <p className={classes.foot}>
          <Button size="compact-xs" variant="subtle" onClick={() => setCellByCell(true)}>
            {t('imports:cellByCell')}
          </Button>
        </p>
      ) : (
        <>
          <ScrollRegion ref={table} className={classes.scroll} label={title}>
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
                      {value === '' ? t('imports:emptyValue') : value}
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
                  {t('imports:showAll', { formatted: formatCount(errors.length) })}
                </Button>
              )}
              {errorCount > errors.length &&
                t('imports:errorsFirst', { shown: formatCount(errors.length), total: formatCount(errorCount) })}
            </p>
          )}
        </>
      )}
    </Card>
  );
}
