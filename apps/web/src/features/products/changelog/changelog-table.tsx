import { type ChangelogEntry, revertProductChange } from '@quayside/contracts/products/product-changelog';
import type { Product } from '@quayside/contracts/products/products';
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCloudDownload,
  IconFileSpreadsheet,
  IconFileText,
  IconTable,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatInstant, formatRelative, groupDigits, langOf } from '../../../lib/words/format.ts';
import { fieldWord, valueWord } from '../product-words.ts';
import classes from './changelog.module.css';
import { usePutBack } from './use-put-back.ts';

const SOURCE_ICONS: Record<ChangelogEntry['source'], TablerIcon> = {
  USER: IconUser,
  AMAZON_SYNC: IconCloudDownload,
  CSV_IMPORT: IconFileSpreadsheet,
  GOOGLE_SHEET: IconTable,
  INVOICE: IconFileText,
};

interface TableProps {
  readonly product: Product;
  readonly entries: readonly ChangelogEntry[];
  readonly onWritten: (version: number) => void;
}

/** The changes, one per row: field, old and new value, person and time. */
export function ChangelogTable({ product, entries, onWritten }: TableProps) {
  const t = useT();
  const permission = usePermission(revertProductChange);
  const { putBack, busyId } = usePutBack(product, onWritten);
  return (
    <SimpleTable
      className={classes.table}
      row={{ pad: 8 }}
      cards="1fr auto"
      label={t('products:changelog.label', { name: product.name })}
    >
      <thead>
        <tr>
          <th scope="col">{t('products:changelog.field')}</th>
          <th scope="col">{t('products:changelog.change')}</th>
          <th scope="col">{t('products:changelog.who')}</th>
          <th scope="col">{t('products:changelog.when')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">{fieldWord(entry.field, t)}</th>
            <td data-wide>
              <Change entry={entry} />
            </td>
            <td>
              <Who entry={entry} />
            </td>
            <td className={classes.when} title={formatInstant(entry.changedAt)}>
              {formatRelative(entry.changedAt)}
            </td>
            <td className={classes.end}>
              {(entry.canRevert || entry.noRevert !== null) && (
                <ActionButton
                  size="xs"
                  icon={IconArrowBackUp}
                  permission={permission}
                  blocked={entry.noRevert}
                  loading={busyId === entry.id}
                  onClick={() => putBack(entry)}
                >
                  {t('products:changelog.putBack')}
                  <span className="visually-hidden">
                    {' '}
                    {t('products:changelog.putBackOf', {
                      field: fieldWord(entry.field, t),
                      value: worded(entry, 'old', t),
                    })}
                  </span>
                </ActionButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}

function worded(entry: ChangelogEntry, which: 'old' | 'new', t: ReturnType<typeof useT>): string {
  const [value, unit] = [entry[`${which}Value`], entry[`${which}Unit`]];
  if (value === null || value === '') return t('products:changelog.nothing');
  return unit === null ? valueWord(entry.field, value, t) : `${groupDigits(value)} ${t(`products:unit.${unit}`)}`;
}

function Change({ entry }: { entry: ChangelogEntry }) {
  const t = useT();
  const { oldValue, newValue } = entry;
  return (
    <span className={classes.change}>
      <span className={classes.old} data-nothing={oldValue === null || undefined} lang={langOf(oldValue)}>
        <span className="visually-hidden">{t('products:changelog.from')} </span>
        {worded(entry, 'old', t)}
      </span>
      <IconArrowRight size={14} stroke={1.75} aria-hidden className={classes.arrow} />
      <span className={classes.new} data-nothing={newValue === null || undefined} lang={langOf(newValue)}>
        <span className="visually-hidden">{t('products:changelog.to')} </span>
        {worded(entry, 'new', t)}
      </span>
    </span>
  );
}

function Who({ entry: { source, changedBy } }: { entry: ChangelogEntry }) {
  const t = useT();
  const Icon = SOURCE_ICONS[source];
  return (
    <span className={classes.who}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span>
        {changedBy?.name ?? t(`products:changelog.source.${source}`)}
        {changedBy && <small>{t(`products:changelog.source.${source}`)}</small>}
      </span>
    </span>
  );
}
