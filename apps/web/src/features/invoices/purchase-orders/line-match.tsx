import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { TextInput } from '../../../components/form/inputs.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useWrite } from '../../../lib/api/write.ts';
import classes from '../../../components/line-sheet/line-sheet.module.css';
import { useEditor } from '../editor/use-editor.ts';
import { MatchChip } from './match-chip.tsx';
import { isAsAgreed, itemName, matchSentences } from './match-words.ts';
import own from './purchase-orders.module.css';

interface LineMatchProps {
  readonly rowKey: string;
  readonly line: InvoiceLine;
  readonly isReadOnly: boolean;
  readonly position: number;
  /** Whether the item and the match are shown beside the line already. */
  readonly isNamed?: boolean;
}

/**
 * What a line has to say about its purchase order: by how much it is off, what the tolerance allows, and why somebody
 * accepts it. A line that is as agreed has nothing to say.
 */
export function LineMatch({ rowKey, line, isReadOnly, position, isNamed = false }: LineMatchProps) {
  const t = useT();
  const { match, purchaseOrderLine: item } = line;
  if (!match || isAsAgreed(match)) return null;
  return (
    <div className={own.match} role="group" aria-label={t('invoices:match.ofLine', { position })}>
      {!isNamed && <MatchChip match={match} />}
      <span className={`${classes.tie} num ${own.words}`}>
        {item && !isNamed && <b>{itemName(t, item)}</b>}
        {matchSentences(t, line).join(' ')}
      </span>
      {match.needsReason && (
        <Reason key={match.reason ?? ''} rowKey={rowKey} reason={match.reason} isReadOnly={isReadOnly} />
      )}
    </div>
  );
}

/** Whether the line has a row of its own below it. */
export const hasMatchToShow = ({ match }: InvoiceLine): boolean => match !== null && !isAsAgreed(match);

function Reason({ rowKey, reason, isReadOnly }: { rowKey: string; reason: string | null; isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const [text, setText] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isTyping = text !== undefined;
  useEffect(() => {
    if (isTyping) input.current?.focus();
  }, [isTyping]);
  const store = useWrite({
    send: (matchReason: string | null) => editor.patchRow(rowKey, { matchReason }),
    failure: { verb: 'update', entity: t('invoices:entity') },
    isShownInline: true,
    onSuccess: () => setText(undefined),
  });
  if (text === undefined)
    return (
      <span className={own.reason}>
        {reason !== null && <span className={classes.tie}>{t('invoices:match.accepted', { reason })}</span>}
        {!isReadOnly && (
          <ActionButton size="compact-xs" icon={IconClipboardCheck} onClick={() => setText(reason ?? '')}>
            {reason === null ? t('invoices:match.accept') : t('invoices:match.changeReason')}
          </ActionButton>
        )}
        {reason === null && isReadOnly && <span className={classes.tie}>{t('invoices:match.notAccepted')}</span>}
      </span>
    );
  const isEmpty = text.trim() === '';
  const save = () => (isEmpty && reason === null ? undefined : store.mutate(isEmpty ? null : text.trim()));
  return (
    <form
      className={own.reasonForm}
      onSubmit={(event) => (event.preventDefault(), event.stopPropagation(), save())}
      onKeyDown={(event) => {
        // The keys of the sheet do not apply while a reason is typed.
        event.stopPropagation();
        if (event.key === 'Escape') setText(undefined);
      }}
    >
      <TextInput
        ref={input}
        size="xs"
        aria-label={t('invoices:match.reason')}
        placeholder={t('invoices:match.reasonPlaceholder')}
        maxLength={500}
        value={text}
        error={store.problem}
        onChange={setText}
      />
      <ActionButton
        type="submit"
        size="xs"
        variant="filled"
        loading={store.isPending}
        blocked={isEmpty && reason === null ? t('validation.required') : null}
      >
        {isEmpty && reason !== null ? t('invoices:match.takeBack') : t('invoices:match.saveReason')}
      </ActionButton>
      <ActionButton size="xs" variant="subtle" onClick={() => setText(undefined)}>
        {t('cancel')}
      </ActionButton>
    </form>
  );
}
