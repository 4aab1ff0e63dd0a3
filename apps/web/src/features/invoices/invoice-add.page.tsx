import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createInvoice, createInvoiceBody } from '@quayside/contracts/invoices';
import { createSupplier, type Supplier } from '@quayside/contracts/suppliers';
import { todayIn } from '@quayside/domain/days/days';
import { INVOICE_KINDS, type InvoiceKind } from '@quayside/domain/lists';
import { IconBuildingFactory2, IconFileText, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AmountField, readAmount } from '../../components/form/amount-field.tsx';
import { CurrencyField } from '../../components/form/choice-fields.tsx';
import { DayField } from '../../components/form/day-field.tsx';
import { MeasureField, SelectField, TextField } from '../../components/form/fields.tsx';
import { Form, FormSection, Wide } from '../../components/form/form.tsx';
import { type AppForm, useAppForm } from '../../components/form/use-app-form.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { useCurrency, usePermission, useTimeZone } from '../../lib/account.ts';
import { langOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { failureText } from '../../lib/toasts.ts';
import { useCreateInvoice, useDuplicates, useSuppliers, useUploadInvoice } from './api.ts';
import { DuplicatesNote } from './duplicates-note.tsx';
import { invertRate, shownRate, storedRate } from './editor/rate.ts';
import classes from './invoices.module.css';
import { fileProblem } from './use-invoice-actions.tsx';

/** Creates an invoice: by hand, or from its document. */
export function InvoiceAddPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const suppliers = useSuppliers();
  const way = params.get('from') === 'document' ? 'document' : 'hand';
  return (
    <PageFrame title={t('invoices:add.title')} breadcrumb={[{ label: t('invoices:title'), to: paths.invoices() }]}>
      <div className={classes.narrow}>
        <SegmentedControl
          className={classes.switch ?? ''}
          size="xs"
          aria-label={t('invoices:add.title')}
          value={way}
          data={[
            { value: 'hand', label: t('invoices:add.byHand') },
            { value: 'document', label: t('invoices:add.byDocument') },
          ]}
          onChange={(value) =>
            setParams((now) => (value === 'document' ? now.set('from', 'document') : now.delete('from'), now), {
              replace: true,
            })
          }
        />
        {suppliers.isError && (
          <ErrorState
            error={suppliers.error}
            entity={t('invoices:supplier').toLowerCase()}
            onRetry={() => void suppliers.refetch()}
          />
        )}
        {suppliers.data?.length === 0 ? (
          <NoSuppliers />
        ) : way === 'hand' ? (
          <ByHand key="hand" suppliers={suppliers.data ?? []} first={params.get('supplier') ?? ''} />
        ) : (
          <ByDocument key="document" suppliers={suppliers.data ?? []} first={params.get('supplier') ?? ''} />
        )}
      </div>
    </PageFrame>
  );
}

function NoSuppliers() {
  const t = useT();
  const permission = usePermission(createSupplier);
  return (
    <Card flush>
      <EmptyState
        icon={IconBuildingFactory2}
        title={t('invoices:add.noSuppliersTitle')}
        actions={
          <ActionButton variant="filled" to={paths.supplierAdd()} permission={permission}>
            {t('invoices:add.addSupplier')}
          </ActionButton>
        }
      >
        {t('invoices:add.noSuppliersBody')}
      </EmptyState>
    </Card>
  );
}

/** The supplier field, the first one of both ways. */
function SupplierSelect({
  form,
  suppliers,
  onChange,
  isOptional = false,
}: {
  form: AppForm;
  suppliers: readonly Supplier[];
  onChange?: (id: string | null) => void;
  /** A document can be uploaded before its supplier is known. */
  isOptional?: boolean;
}) {
  const t = useT();
  const byId = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  return (
    <SelectField
      {...form.field('supplierId')}
      label={t('invoices:supplier')}
      autoFocus
      searchable
      clearable={isOptional}
      optional={isOptional}
      options={suppliers.map(({ id, companyName, localName }) => ({
        value: id,
        label: localName ? `${companyName} ${localName}` : companyName,
      }))}
      help={
        <span className={classes.hintRow}>
          {isOptional && t('invoices:add.supplierLater')} {t('invoices:add.supplierHint')}{' '}
          <Link to={paths.supplierAdd()}>{t('invoices:add.addSupplier')}</Link>
        </span>
      }
      nothingFound={t('grid.optionsNone')}
      {...(onChange ? { onChange } : {})}
      renderOption={({ value, label }) => {
        const supplier = byId.get(value);
        return (
          <span>
            {supplier?.companyName ?? label}{' '}
            {supplier?.localName && (
              <span className={classes.local} lang={langOf(supplier.localName)}>
                {supplier.localName}
              </span>
            )}
          </span>
        );
      }}
    />
  );
}

type HandValues = {
  kind: InvoiceKind;
  supplierId: string;
  invoiceNumber: string;
  date: string;
  currency: string;
  rate: string;
  total: string;
  turned: boolean;
};

function ByHand({ suppliers, first }: { suppliers: readonly Supplier[]; first: string }) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createInvoice);
  const accountCurrency = useCurrency();
  const zone = useTimeZone();
  const create = useCreateInvoice();
  const currencyOf = (id: string | null) =>
    suppliers.find((supplier) => supplier.id === id)?.currency ?? accountCurrency;
  const form = useAppForm<HandValues, typeof createInvoiceBody>({
    schema: createInvoiceBody,
    local: ['turned', 'rate'],
    initial: {
      kind: 'INVOICE',
      supplierId: first,
      invoiceNumber: '',
      date: todayIn(Date.now(), zone),
      currency: currencyOf(first),
      rate: '',
      total: '',
      turned: true,
    },
    check: (values) => {
      const read = storedRate({ text: values.rate, direction: values.turned ? 'document' : 'account' });
      return 'problem' in read ? { rate: read.problem } : {};
    },
    submit: async (body, values) => {
      const read = storedRate({ text: values.rate, direction: values.turned ? 'document' : 'account' });
      const isForeign = values.currency !== accountCurrency;
      const made = await create.mutateAsync({
        ...body,
        ...(isForeign && 'value' in read && read.value !== null ? { rate: read.value } : {}),
      });
      void navigate(paths.invoice(made.id), { replace: true });
    },
  });
  const isForeign = form.values.currency !== accountCurrency;
  return (
    <Form form={form as never} guard={false} label={t('invoices:add.title')}>
      <FormSection
        title={t('invoices:add.title')}
        hint={t('invoices:add.body')}
        fields={['supplierId', 'invoiceNumber', 'date', 'currency', 'rate', 'total']}
        form={form}
      >
        <Wide>
          <SegmentedControl
            size="xs"
            aria-label={t('invoices:kind')}
            value={form.values.kind}
            data={INVOICE_KINDS.map((value) => ({ value, label: t(`invoices:kinds.${value}`) }))}
            onChange={(value) => form.set('kind', value as InvoiceKind)}
          />
          {form.values.kind === 'CREDIT_NOTE' && <p className={classes.hintRow}>{t('invoices:add.kindHint')}</p>}
        </Wide>
        <Wide>
          <SupplierSelect form={form} suppliers={suppliers} onChange={(id) => form.set('currency', currencyOf(id))} />
        </Wide>
        <TextField
          {...form.field('invoiceNumber')}
          label={t('invoices:number')}
          optional
          help={t('invoices:add.numberHint')}
          maxLength={100}
        />
        <DayField {...form.field('date')} label={t('invoices:date')} />
        <CurrencyField {...form.field('currency')} label={t('invoices:currency')} />
        <AmountField {...form.field('total')} label={t('invoices:total')} optional currency={form.values.currency} />
        {isForeign && <RateField form={form} accountCurrency={accountCurrency} />}
        <Wide>
          <Duplicates values={form.values} />
        </Wide>
      </FormSection>
      <div className="row from-end">
        <ActionButton to={paths.invoices()}>{t('cancel')}</ActionButton>
        <ActionButton
          type="submit"
          variant="filled"
          icon={IconFileText}
          loading={form.isSaving}
          permission={permission}
          keys="Ctrl ↵"
        >
          {t('invoices:add.create')}
        </ActionButton>
      </div>
    </Form>
  );
}

const DUPLICATES_DELAY_MS = 500;

/** Searches duplicates while the person types. Invalid fields are left out of the search. */
function Duplicates({ values }: { values: HandValues }) {
  const { supplierId, invoiceNumber, date, currency, total } = values;
  const amount = readAmount(total, currency);
  const typed = {
    ...(supplierId ? { supplierId } : {}),
    ...(invoiceNumber.trim() ? { invoiceNumber: invoiceNumber.trim() } : {}),
    ...(date ? { date } : {}),
    currency,
    ...(amount && 'amount' in amount ? { total: amount.amount } : {}),
  };
  const [sent] = useDebouncedValue(JSON.stringify(typed), DUPLICATES_DELAY_MS);
  const asked = JSON.parse(sent) as typeof typed;
  const found = useDuplicates(asked, asked.invoiceNumber !== undefined || asked.total !== undefined);
  return <DuplicatesNote duplicates={found.data ?? []} />;
}

function RateField({ form, accountCurrency }: { form: AppForm; accountCurrency: string }) {
  const t = useT();
  const currency = String(form.values['currency']);
  const isTurned = form.values['turned'] === true;
  const [from, to] = isTurned ? [accountCurrency, currency] : [currency, accountCurrency];
  const text = String(form.values['rate']);
  const both = invertRate(text);
  return (
    <MeasureField
      {...form.field('rate')}
      label={t('invoices:header.rateLabel', { from, to })}
      optional
      help={
        <span className={classes.hintRow}>
          {both === undefined
            ? t('invoices:header.rateMissing')
            : t('invoices:header.rateBoth', { from: to, to: from, rate: shownRate(both) })}{' '}
          <button
            type="button"
            className={classes.textButton}
            onClick={() => (
              form.set('turned', !isTurned),
              both !== undefined && form.set('rate', shownRate(both).replace(/\.?0+$/, ''))
            )}
          >
            {t('invoices:header.turnRate', { from: to, to: from })}
          </button>
        </span>
      }
    />
  );
}

function ByDocument({ suppliers, first }: { suppliers: readonly Supplier[]; first: string }) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createInvoice);
  const upload = useUploadInvoice();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const form = useAppForm<{ supplierId: string | null }, typeof createInvoiceBody>({
    schema: createInvoiceBody,
    // The upload sends the supplier beside the file; the supplier is optional.
    local: ['supplierId'],
    initial: { supplierId: first || null },
    submit: async (_, { supplierId }) => {
      if (!file) return setProblem(t('validation.required'));
      try {
        const made = await upload.mutateAsync({ supplierId: supplierId ?? undefined, file });
        void navigate(paths.invoice(made.id), { replace: true });
      } catch (error) {
        setProblem(failureText(error, { verb: 'create', entity: t('invoices:entity'), fixed: 'createInvoice' }));
      }
    },
  });
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const wrong = fileProblem(t, chosen);
    setProblem(wrong);
    setFile(wrong ? undefined : chosen);
  };
  return (
    <Form form={form as never} guard={false} label={t('invoices:add.byDocument')}>
      <FormSection title={t('invoices:add.byDocument')} columns={1} form={form} fields={['supplierId']}>
        <p className={classes.hintRow}>{t('invoices:add.byDocumentBody')}</p>
        <SupplierSelect form={form} suppliers={suppliers} isOptional />
        <FileDrop file={file} problem={problem} onFile={take} t={t} />
      </FormSection>
      <div className="row from-end">
        <ActionButton to={paths.invoices()}>{t('cancel')}</ActionButton>
        <ActionButton type="submit" variant="filled" icon={IconUpload} loading={form.isSaving} permission={permission}>
          {t('invoices:add.upload')}
        </ActionButton>
      </div>
    </Form>
  );
}

function FileDrop({
  file,
  problem,
  onFile,
  t,
}: {
  file: File | undefined;
  problem: string | undefined;
  onFile: (file: File | undefined) => void;
  t: T;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <div>
      {/* Drag and drop is optional; the button inside does the same. */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        data-wrong={problem ? true : undefined}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <b>{file ? file.name : t('invoices:add.drop')}</b>
        <ActionButton onClick={() => input.current?.click()}>{t('invoices:add.chooseFile')}</ActionButton>
        <span className={classes.hintRow}>{t('invoices:add.fileKinds')}</span>
        <input
          ref={input}
          type="file"
          className={classes.hiddenFile}
          accept=".pdf,.doc,.docx"
          aria-label={t('invoices:add.file')}
          tabIndex={-1}
          onChange={(event) => {
            onFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
