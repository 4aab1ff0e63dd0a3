import { useT } from '../../../i18n/i18n.ts';
import { Panel } from '../../../components/ui/panel.tsx';
import { formatMoney, formatQuantity, langOf } from '../../../lib/format.ts';
import type { Row } from '../editor/editor-state.ts';
import { storedText } from '../editor/line-draft.ts';
import { useEdited } from '../editor/use-editor.ts';
import { SpreadDetails } from '../spread/spread-details.tsx';
import { LineStateChip } from '../line-state.tsx';
import { LineTie } from './line-ties.tsx';
import classes from './lines.module.css';

interface LineCardsProps {
  readonly openKey: string | undefined;
  readonly onOpen: (rowKey: string | undefined) => void;
}

/** The lines on a phone as read-only cards; a card opens a sheet with the cost details. */
export function LineCards({ openKey, onOpen }: LineCardsProps) {
  const t = useT();
  const order = useEdited((state) => state.order);
  const opened = useEdited((state) => (openKey === undefined ? undefined : state.rows.get(openKey)));
  if (order.length === 0) return <p className={classes.optionNote}>{t('invoices:lines.emptyBody')}</p>;
  return (
    <>
      <div className={classes.cards}>
        {order.map((rowKey, index) => (
          <LineCard key={rowKey} rowKey={rowKey} position={index + 1} onOpen={onOpen} />
        ))}
      </div>
      {opened && <LinePanel row={opened} position={order.indexOf(opened.key) + 1} onClose={() => onOpen(undefined)} />}
    </>
  );
}

function LineCard({
  rowKey,
  position,
  onOpen,
}: {
  rowKey: string;
  position: number;
  onOpen: (rowKey: string) => void;
}) {
  const t = useT();
  const line = useEdited((state) => state.rows.get(rowKey)?.line);
  const invoice = useEdited((state) => state.invoice);
  if (!line) return null;
  return (
    <button
      type="button"
      className={classes.card}
      aria-label={t('invoices:lines.open', { position })}
      onClick={() => onOpen(rowKey)}
    >
      <span className={classes.cardTitle} lang={langOf(line.name)}>
        {line.name || line.product?.name || t('invoices:lines.allProducts')}
      </span>
      <span className={`${classes.cardFigure} num`}>{formatMoney(line.amount, invoice.currency, { as: 'bare' })}</span>
      <span className={classes.cardSub}>
        {line.product?.sku ?? t('invoices:lines.allProducts')} · {t(`category.${line.costType}`)}
      </span>
      <span className={`${classes.cardSub} num`} data-end>
        {t('invoices:lines.ofProduct', {
          quantity: formatQuantity(line.quantity),
          price: storedText(line, 'price') || '–',
        })}
      </span>
      <span className={classes.cardChip}>
        <LineStateChip line={line} status={invoice.status} />
      </span>
    </button>
  );
}

function LinePanel({ row, position, onClose }: { row: Row; position: number; onClose: () => void }) {
  const t = useT();
  const isCreditNote = useEdited((state) => state.invoice.kind === 'CREDIT_NOTE');
  return (
    <Panel
      title={t('invoices:lines.conflictTitle', { position })}
      subtitle={row.line?.name ?? undefined}
      onClose={onClose}
      flush
    >
      {row.line && (row.line.creditsLine || row.line.credited) && (
        <p className={classes.panelTie}>
          <LineTie line={row.line} isReadOnly isCreditNote={isCreditNote} onChoose={onClose} />
        </p>
      )}
      <SpreadDetails rowKey={row.key} position={position} isReadOnly onClose={onClose} onDelete={onClose} />
    </Panel>
  );
}
