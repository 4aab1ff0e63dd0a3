import { ActionIcon } from '@mantine/core';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { MOST_CHOSEN } from '@quayside/contracts/paging';
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { Fragment, useRef, useState } from 'react';
import { Menu } from '../../ui/layers.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { CallInput } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { IconButton } from '../../ui/action-button.tsx';
import classes from '../data-grid.module.css';
import type { GridState } from '../grid-state.ts';
import type { GridExports } from '../grid-types.ts';
import { exportRows } from './export-file.ts';
import { exportColumns, exportInput } from './export-query.ts';

interface ExportMenuProps {
  readonly exports: GridExports;
  readonly query: object | undefined;
  readonly state: GridState;
  /** The number of matching rows; undefined while it is unknown. */
  readonly rows: number | undefined;
  /** The ids of the selected rows, which can be exported alone. */
  readonly ticked: readonly string[];
  readonly name: string;
}
type Format = 'csv' | 'xlsx';
const FORMATS = [
  ['csv', IconFileText],
  ['xlsx', IconFileSpreadsheet],
] as const;
const MEGA = 1_000_000;

/** Exports the table with its visible columns: all rows that match the filter, or only the selected ones. */
export function ExportMenu({ exports, query, state, rows, ticked, name }: ExportMenuProps) {
  const t = useT();
  const count = exportColumns(exports, state).length;
  const words = (of: number) =>
    t('views:exportAs', {
      rows: t('views:rows', { count: of, formatted: formatCount(of) }),
      columns: t('views:columns', { count }),
    });
  const input = (format: Format, ids?: readonly string[]): CallInput<EndpointSpec> =>
    ({
      query: { ...query, ...exportInput(exports, state, format), ...(ids && { ids: ids.join(',') }) },
    }) as unknown as CallInput<EndpointSpec>;
  const isTooMany = ticked.length > MOST_CHOSEN;
  return (
    <ExportButton
      endpoint={exports.endpoint}
      name={name}
      rows={rows}
      choices={[
        ...(ticked.length > 0
          ? [
              {
                words: isTooMany
                  ? t('views:tooManyTicked', { count: MOST_CHOSEN })
                  : t('views:onlyTicked', { words: words(ticked.length) }),
                input: isTooMany ? undefined : (format: Format) => input(format, ticked),
              },
            ]
          : []),
        { words: words(rows ?? 0), input: (format) => input(format) },
      ]}
    />
  );
}

interface ExportButtonProps<E extends EndpointSpec> {
  readonly endpoint: E;
  /** The name of the rows in the plural. */
  readonly name: string;
  /** The number of matching rows; undefined while it is unknown. */
  readonly rows: number | undefined;
  /** What can be exported, each with words that describe it. Without `input`, the words say why it cannot. */
  readonly choices: readonly {
    readonly words: string;
    readonly input: ((format: Format) => CallInput<E>) | undefined;
  }[];
}

/**
 * The button that exports a list as CSV or XLSX. A running download shows its progress and a cancel button.
 */
export function ExportButton<E extends EndpointSpec>({ endpoint, name, rows, choices }: ExportButtonProps<E>) {
  const t = useT();
  const [bytes, setBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const start = async (input: CallInput<E>) => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    await exportRows(endpoint, input, { signal: controller.signal, onBytes: setBytes });
    setBytes(undefined);
  };
  if (bytes !== undefined)
    return (
      <span className={classes.exporting}>
        <span className="num" role="status">
          {t('views:exporting', { size: (bytes / MEGA).toFixed(1) })}
        </span>
        <button
          type="button"
          className={classes.textButton}
          aria-label={t('views:cancelExport')}
          onClick={() => running.current?.abort()}
        >
          {t('cancel')}
        </button>
      </span>
    );
  const blocked = rows === 0 ? t('views:nothingToExport') : null;
  const label = t('views:exportLabel', { name: name.toLowerCase() });
  if (!rows)
    return <IconButton outlined icon={IconDownload} label={label} blocked={blocked} disabled={rows === undefined} />;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={label} title={label}>
          <IconDownload size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ words, input }) => (
          <Fragment key={words}>
            <Menu.Label>{words}</Menu.Label>
            {input &&
              FORMATS.map(([format, Icon]) => (
                <Menu.Item
                  key={format}
                  leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
                  onClick={() => void start(input(format))}
                >
                  {t(`views:${format}`)}
                  <span className="quiet block">{t(`views:${format}Help`)}</span>
                </Menu.Item>
              ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
