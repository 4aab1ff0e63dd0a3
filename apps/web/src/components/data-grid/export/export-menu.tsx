import { ActionIcon, Menu } from '@mantine/core';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import type { CallInput } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/format.ts';
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
  /** The number of rows that match; undefined: not known yet. */
  readonly rows: number | undefined;
  readonly name: string;
}
const FORMATS = [
  ['csv', IconFileText],
  ['xlsx', IconFileSpreadsheet],
] as const;
const MEGA = 1_000_000;

/**
 * Exports the table as it is shown, with all rows of its filter. During the download it shows progress and a cancel
 * button.
 */
export function ExportMenu({ exports, query, state, rows, name }: ExportMenuProps) {
  const t = useT();
  const [bytes, setBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const start = async (format: 'csv' | 'xlsx') => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    const input = { query: { ...query, ...exportInput(exports, state, format) } } as unknown as CallInput<EndpointSpec>;
    await exportRows(exports.endpoint, input, { signal: controller.signal, onBytes: setBytes });
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
  const words = t('views:exportAs', {
    rows: t('views:rows', { count: rows, formatted: formatCount(rows) }),
    columns: t('views:columns', { count: exportColumns(exports, state).length }),
  });
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={label} title={label}>
          <IconDownload size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words}</Menu.Label>
        {FORMATS.map(([format, Icon]) => (
          <Menu.Item
            key={format}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={() => void start(format)}
          >
            {t(`views:${format}`)}
            <span className="quiet block">{t(`views:${format}Help`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
