import { IconExternalLink } from '@tabler/icons-react';
import { useT } from '../../i18n/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { KeyValues } from '../ui/card.tsx';
import { looks } from './grid-cards.tsx';
import type { GridColumn } from './grid-types.ts';

interface PreviewProps<Row, Totals> {
  readonly row: Row;
  readonly columns: readonly GridColumn<Row, Totals>[];
  readonly href: string;
}

/**
 * The default preview of a row, which Space opens. It shows all columns, including hidden ones, and a link to the page
 * of the row.
 */
export function GridPreview<Row, Totals>({ row, columns, href }: PreviewProps<Row, Totals>) {
  const t = useT();
  return (
    <div className="stack" data-gap="16">
      <KeyValues
        items={columns
          .filter(({ link }) => !link)
          .map((column) => ({ label: column.header, value: looks(column, row) }))}
      />
      <div>
        <ActionButton icon={IconExternalLink} to={href}>
          {t('grid.open')}
        </ActionButton>
      </div>
    </div>
  );
}
