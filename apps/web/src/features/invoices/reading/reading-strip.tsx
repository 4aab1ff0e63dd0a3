import { IconFileSearch, IconTableImport } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { writeTsv } from '../../../components/data-grid/edit/tsv.ts';
import { useT } from '../../../i18n/i18n.ts';
import { isFocusFree } from '../../../lib/page/lost-focus.ts';
import { offerMarks } from '../../../lib/words/marked-value.ts';
import { useEdited } from '../editor/use-editor.ts';
import { OFFER_FIELDS } from './offers.ts';
import { useReading } from './reading-context.tsx';
import classes from './reading.module.css';

/**
 * Says what was read in the document of an invoice, accepts all of it that is certain in one press, and offers its
 * table of lines as a pasted block. What is offered is marked in the document.
 */
export function ReadingStrip({ onBlock }: { onBlock: (text: string) => void }) {
  const t = useT();
  const { reading, offers, certain, acceptAll } = useReading();
  const isFresh = useEdited((state) => state.record.status === 'REVIEW');
  const hasLines = useEdited((state) => [...state.rows.values()].some(({ stored: line }) => line !== null));
  const rows = hasLines ? 0 : Math.max(0, (reading?.lines?.cells.length ?? 0) - 1);
  const named = OFFER_FIELDS.filter((field) => offers[field].length > 0);
  const marks = OFFER_FIELDS.flatMap((field) => offers[field].map(({ text, page }) => ({ texts: [text], page })));
  const key = JSON.stringify(marks);
  useEffect(() => {
    offerMarks(JSON.parse(key));
    return () => offerMarks([]);
  }, [key]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.altKey || !event.shiftKey || certain === 0) return;
      event.preventDefault();
      acceptAll();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [certain, acceptAll]);

  if (!reading) return null;
  if (reading.textState === 'PENDING')
    return (
      <p className={classes.quiet} role="status">
        {t('invoices:reading.pending')}
      </p>
    );
  if (named.length === 0 && rows === 0)
    return isFresh && reading.textState !== 'READY' ? (
      <p className={classes.quiet}>{t('invoices:reading.noText')}</p>
    ) : null;
  return (
    <Note
      tone="info"
      icon={IconFileSearch}
      action={
        <div className={classes.actions}>
          {certain > 0 && (
            <AcceptAll keys="Alt ⇧ ↵" onClick={acceptAll}>
              {t('invoices:reading.acceptAll', { count: certain })}
            </AcceptAll>
          )}
          {rows > 0 && (
            <ActionButton
              size="compact-sm"
              icon={IconTableImport}
              onClick={() => reading.lines && onBlock(writeTsv(reading.lines.cells))}
            >
              {t('invoices:reading.paste', { count: rows })}
            </ActionButton>
          )}
        </div>
      }
    >
      {named.length > 0
        ? t('invoices:reading.found', {
            fields: named.map((field) => t(`invoices:reading.field.${field}`)).join(', '),
          })
        : t('invoices:reading.foundLines', { count: rows })}
    </Note>
  );
}

/** The button that accepts everything. It gets the focus as soon as something was read, unless a person is at work. */
function AcceptAll({ children, keys, onClick }: { children: React.ReactNode; keys: string; onClick: () => void }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isFocusFree()) box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <span ref={box}>
      <ActionButton size="compact-sm" variant="filled" keys={keys} onClick={onClick}>
        {children}
      </ActionButton>
    </span>
  );
}
