import {
  supplierBulkChanges,
  type SupplierBulkEdit,
  type SupplierSelection,
} from '@quayside/contracts/suppliers/supplier-bulk-edits';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { type ReactNode, useState } from 'react';
import { BulkChoice, BulkText } from '../../../components/bulk/bulk-fields.tsx';
import { BulkPreview } from '../../../components/bulk/bulk-preview.tsx';
import { BulkSteps } from '../../../components/bulk/bulk-steps.tsx';
import classes from '../../../components/bulk/bulk.module.css';
import { currencyOptions, useCountryOptions } from '../../../components/form/choice-fields.tsx';
import { Chooser } from '../../../components/form/chooser.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { firstIssueWords } from '../../../i18n/rule-words.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { supplierFieldWord, supplierValueWord } from '../supplier-words.ts';
import { LeadTimesEditor } from '../terms/lead-times-field.tsx';
import { TermsEditor } from '../terms/terms-field.tsx';
import {
  changesOf,
  isEmptyChange,
  type ListChange,
  NO_CHANGES,
  type SetField,
  type SupplierDraft,
} from './supplier-changes.ts';
import { type SupplierBulkRequest, useSupplierBulkEdit, useSupplierBulkPreview } from './use-supplier-bulk.ts';

interface DialogProps {
  readonly selection: SupplierSelection;
  readonly count: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The dialog that changes fields of many suppliers, in three steps: choose, preview, apply. */
export function SupplierBulkDialog({ selection, count, onClose, onDone }: DialogProps) {
  const t = useT();
  const [draft, setDraft] = useState(NO_CHANGES);
  const changes = changesOf(draft);
  const wrong = firstIssueWords(supplierBulkChanges.safeParse(changes).error);
  return (
    <SupplierSteps
      title={t('suppliers:bulk.title', { count, formatted: formatCount(count) })}
      request={{ selection, changes }}
      blocked={wrong ?? (isEmptyChange(changes) ? t('bulk:nothingChosen') : undefined)}
      onClose={onClose}
      onDone={onDone}
    >
      <Fields draft={draft} onChange={setDraft} />
    </SupplierSteps>
  );
}

interface StepsProps {
  readonly title: string;
  readonly request: SupplierBulkRequest;
  /** The reason why the change cannot be previewed yet; undefined when it can. */
  readonly blocked: string | undefined;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The steps of a bulk change of suppliers: choose, preview, apply. */
export function SupplierSteps(props: StepsProps) {
  const t = useT();
  return (
    <BulkSteps
      {...props}
      preview={useSupplierBulkPreview()}
      edit={useSupplierBulkEdit()}
      words={{
        entities: t('suppliers:entities'),
        apply: (count) => t('suppliers:bulk.apply', { count, formatted: formatCount(count) }),
        working: t('suppliers:bulk.working'),
      }}
      renderPreview={(preview) => <SupplierPreview preview={preview} />}
    />
  );
}

function SupplierPreview({ preview: { counts, rows, errors } }: { preview: SupplierBulkEdit }) {
  const t = useT();
  return (
    <BulkPreview
      counts={counts}
      rows={rows.map(({ companyName, ...row }) => ({ ...row, title: companyName }))}
      errors={errors.map(({ companyName, ...error }) => ({ ...error, title: companyName }))}
      words={{
        record: t('suppliers:column.companyName'),
        count: (name, count) => t(`suppliers:bulk.count.${name}`, { count }),
        failStay: t('suppliers:bulk.failStay'),
        field: (field) => supplierFieldWord(t, field),
        value: (field, value) => supplierValueWord(t, field, value),
      }}
    />
  );
}

function Fields({ draft, onChange }: { draft: SupplierDraft; onChange: (draft: SupplierDraft) => void }) {
  const t = useT();
  const countries = useCountryOptions();
  const shared = (field: SetField) => ({
    label: t(`suppliers:field.${field}`),
    value: draft.set[field],
    onSet: (value: string | undefined) => {
      const { [field]: _, ...rest } = draft.set;
      onChange({ ...draft, set: value === undefined ? rest : { ...rest, [field]: value } });
    },
  });
  return (
    <div className={classes.fields}>
      <BulkChoice {...shared('currency')} data={currencyOptions} canClear />
      <BulkChoice {...shared('country')} data={countries} canClear />
      <BulkText {...shared('city')} />
      <BulkText {...shared('state')} />
      <BulkChoice
        {...shared('shippingMethod')}
        data={SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) }))}
        canClear
      />
      <BulkText {...shared('leadTime')} inputMode="numeric" maxLength={4} />
      <ListChoice
        label={t('suppliers:field.paymentTerms')}
        set={t('suppliers:bulk.setTerms')}
        value={draft.terms}
        onChange={(terms) => onChange({ ...draft, terms })}
      />
      <ListChoice
        label={t('suppliers:field.leadTimes')}
        set={t('suppliers:bulk.setDays')}
        value={draft.times}
        onChange={(times) => onChange({ ...draft, times })}
      />
      {draft.terms === 'SET' && (
        <div className={classes.wide}>
          <TermsEditor terms={draft.paymentTerms} onChange={(paymentTerms) => onChange({ ...draft, paymentTerms })} />
        </div>
      )}
      {draft.times === 'SET' && (
        <div className={classes.wide}>
          <LeadTimesEditor times={draft.leadTimes} onChange={(leadTimes) => onChange({ ...draft, leadTimes })} />
          <p className="note">{t('suppliers:bulk.emptyDays')}</p>
        </div>
      )}
    </div>
  );
}

interface ListChoiceProps {
  readonly label: string;
  /** The words of the choice that shows the editor. */
  readonly set: string;
  readonly value: ListChange;
  readonly onChange: (value: ListChange) => void;
}

function ListChoice({ label, set, value, onChange }: ListChoiceProps) {
  const t = useT();
  const data = [
    { value: 'NO_CHANGE', label: t('bulk:noChange') },
    { value: 'CLEAR', label: t('bulk:clear') },
    { value: 'SET', label: set },
  ] as const;
  return (
    <Chooser
      label={label}
      data={data}
      value={value}
      onChange={(next) => onChange(data.find((one) => one.value === next)?.value ?? 'NO_CHANGE')}
    />
  );
}
