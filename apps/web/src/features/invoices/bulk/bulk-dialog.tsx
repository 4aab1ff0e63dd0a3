import { SegmentedControl } from '@mantine/core';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { BASES, SCOPE_TYPES } from '@quayside/domain/lists';
import { IconInfoCircle } from '@tabler/icons-react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { CheckInput, TextInput } from '../../../components/form/inputs.tsx';
import { useTyped } from '../../../components/form/use-typed.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite, write } from '../../../lib/api/write.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { ScopeSelect } from '../header/pairing-field.tsx';
import classes from './bulk.module.css';
import { type BulkChange, editsOf } from './bulk-edit.ts';
import { useEffectWords } from './use-effect-words.ts';

interface BulkDialogProps {
  readonly lines: readonly InvoiceLine[];
  readonly change: BulkChange;
  readonly onChange: (change: BulkChange) => void;
  readonly onClose: () => void;
}
/** The bases that several lines can share. Manual shares are not offered, because they are typed for a single line. */
const SHARED_BASES = BASES.filter((basis) => basis !== 'MANUAL');

/** Changes all selected lines in the same way, in three steps: choose, preview, apply. Undo restores the old values. */
export function BulkDialog({ lines, change, onChange, onClose }: BulkDialogProps) {
  const t = useT();
  const editor = useEditor();
  const edits = editsOf(lines, change);
  const effect = useEffectWords(edits, change, lines.length);
  const lacksReason = change.of === 'exclude' && change.isExcluded && change.reason.trim() === '';
  const lacksScope = change.of === 'spread' && change.scope?.length === 0;
  const isReady = edits.length > 0 && !lacksReason && !lacksScope;
  useTyped(edits.length);

  const failure = { verb: 'update', entity: t('invoices:entity') } as const;
  const saving = useWrite({
    send: (patches: ReturnType<typeof editsOf>) =>
      editor.patchRows(patches.map(({ line, body }) => ({ lineId: line.invoiceLineId, body }))),
    failure,
    isShownInline: true,
    onSuccess: (_, patches) => {
      const undo = () =>
        editor.patchRows(patches.map(({ line, undo: body }) => ({ lineId: line.invoiceLineId, body })));
      toast('success', t('invoices:bulk.changed', { count: patches.length }), {
        onUndo: () => void write(undo, { failure }),
      });
      onClose();
    },
  });
  const { problem } = saving;
  const apply = () => isReady && saving.mutate(edits);
  return (
    <Dialog
      title={t(`invoices:bulk.title.${change.of}`, { count: lines.length })}
      onClose={onClose}
      size={520}
      footer={
        <DialogButtons
          action={t('invoices:bulk.apply', { count: edits.length })}
          onCancel={onClose}
          onAction={apply}
          isBusy={saving.isPending}
          isBlocked={!isReady}
        />
      }
    >
      <form className={classes.form} onSubmit={(event) => (event.preventDefault(), apply())}>
        <Fields change={change} onChange={(next) => (saving.reset(), onChange(next))} />
        {(effect.words.length > 0 || effect.isWorking) && (
          <Note tone="info" icon={IconInfoCircle} role="status">
            {effect.isWorking && effect.words.length === 0
              ? t('invoices:spread.loading')
              : effect.words.map((words) => <p key={words}>{words}</p>)}
          </Note>
        )}
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
      </form>
    </Dialog>
  );
}

function Fields({ change, onChange }: Pick<BulkDialogProps, 'change' | 'onChange'>) {
  const t = useT();
  switch (change.of) {
    case 'costType':
      return <p>{t('invoices:bulk.costTypeBecomes', { costType: t(`category.${change.costType}`) })}</p>;
    case 'spread':
      return <SpreadFields change={change} onChange={onChange} />;
    case 'tax':
      return (
        <CheckInput
          data-autofocus
          label={t('invoices:spread.notRecoverable')}
          description={t('invoices:spread.notRecoverableHelp')}
          checked={!change.isTaxRecoverable}
          onChange={(next) => onChange({ of: 'tax', isTaxRecoverable: !next })}
        />
      );
    case 'exclude':
      return (
        <>
          <CheckInput
            label={t('invoices:spread.exclude')}
            description={t('invoices:spread.excludeHelp')}
            checked={change.isExcluded}
            onChange={(next) => onChange({ ...change, isExcluded: next })}
          />
          {change.isExcluded && (
            <TextInput
              data-autofocus
              label={t('invoices:spread.excludeReason')}
              placeholder={t('invoices:spread.excludeReasonPlaceholder')}
              maxLength={500}
              autoComplete="off"
              value={change.reason}
              onChange={(next) => onChange({ ...change, reason: next })}
            />
          )}
        </>
      );
  }
}

const UNCHANGED = 'unchanged';
const DEFAULT = 'default';

function SpreadFields({
  change,
  onChange,
}: {
  change: Extract<BulkChange, { of: 'spread' }>;
  onChange: (change: BulkChange) => void;
}) {
  const t = useT();
  const invoiceId = useEdited((state) => state.record.id);
  const scope = change.scope === undefined ? UNCHANGED : change.scope === null ? DEFAULT : 'chosen';
  return (
    <>
      <Chooser
        searchable
        openOnFocus={false}
        data-autofocus
        label={t('invoices:spread.basis')}
        value={change.basis === undefined ? UNCHANGED : (change.basis ?? DEFAULT)}
        data={[
          { value: UNCHANGED, label: t('invoices:bulk.unchanged') },
          { value: DEFAULT, label: t('invoices:bulk.basisDefault') },
          ...SHARED_BASES.map((basis) => ({ value: basis, label: t(`invoices:basis.${basis}`) })),
        ]}
        onChange={(value) =>
          value &&
          onChange({
            ...change,
            basis:
              value === UNCHANGED ? undefined : value === DEFAULT ? null : (value as (typeof SHARED_BASES)[number]),
          })
        }
      />
      <div className={classes.scope}>
        <span className="field-label">{t('invoices:spread.scope')}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('invoices:spread.scope')}
          value={scope}
          data={[
            { value: UNCHANGED, label: t('invoices:bulk.unchanged') },
            { value: DEFAULT, label: t('invoices:spread.scopeDefault') },
            { value: 'chosen', label: t('invoices:spread.scopeChosen') },
          ]}
          onChange={(value) =>
            onChange({ ...change, scope: value === UNCHANGED ? undefined : value === DEFAULT ? null : [] })
          }
        />
        {change.scope && (
          <ScopeSelect
            invoiceId={invoiceId}
            label={t('invoices:spread.chooseLabel')}
            placeholder={t('invoices:spread.choosePlaceholder')}
            nothing={t('invoices:spread.chooseNone')}
            types={SCOPE_TYPES}
            value={change.scope}
            onChange={(next) => onChange({ ...change, scope: next })}
          />
        )}
      </div>
    </>
  );
}
