import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createInvoice, createInvoiceBody } from '@quayside/contracts/invoices/invoices';
import { createSupplier, type Supplier } from '@quayside/contracts/suppliers/suppliers';
import { todayIn } from '@quayside/domain/days/days';
import { INVOICE_KINDS, type InvoiceKind } from '@quayside/domain/lists';
import { IconBuildingFactory2, IconFileText } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AmountField, readAmount } from '../../../components/form/amount-field.tsx';
import { CurrencyField } from '../../../components/form/choice-fields.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import { TextField } from '../../../components/form/fields.tsx';
import { Form, FormSection, Wide } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission, useTimeZone } from '../../../lib/session/account.ts';
import { documentProblem } from '../../../lib/document-file.ts';
import { paths } from '../../../lib/paths.ts';
import { withPicturesAsPdf } from '../../../lib/page/picture-pages.ts';
import { useCreateInvoice, useDuplicates, useUploadDocument } from '../api.ts';
import { DuplicatesNote } from '../duplicates-note.tsx';
import { TypedWarnings } from '../warnings-note.tsx';
import { typedRateOf } from '../../../lib/words/rate-draft.ts';
import type { OpenOrder } from '../purchase-orders/open-orders.ts';
import classes from '../invoices.module.css';
import { isFromOrder, type NewInvoice } from './new-invoice.ts';
import { PairedPlan, type PlanToPair } from './plan-to-pair.tsx';
import { NewRateField } from './new-rate-field.tsx';
import { StartDocument } from './start-document.tsx';
import { OrderSelect } from './order-select.tsx';
import { SupplierSelect } from './supplier-select.tsx';

const TYPED = ['supplierId', 'invoiceNumber', 'date', 'currency', 'total'] as const;

interface NewInvoiceFormProps {
  /** Undefined if they could not be loaded. */
  readonly suppliers: readonly Supplier[] | undefined;
  /** The id of the supplier that is chosen at first. */
  readonly first: string;
  /** The open purchase orders. Undefined if they could not be loaded. */
  readonly orders: readonly OpenOrder[] | undefined;
  /** The id of the purchase order that is chosen at first. */
  readonly firstOrder: string;
  /** The shipment plan with which the invoice will be paired. */
  readonly plan: PlanToPair | undefined;
  readonly isPlanUnknown: boolean;
}

/**
 * The form for a new invoice. It begins with the document: as soon as a file is there, the invoice is created with what
 * was typed so far, and opened beside its document. Without a document, the invoice is created from typed values.
 */
export function NewInvoiceForm({ suppliers, first, orders, firstOrder, plan, isPlanUnknown }: NewInvoiceFormProps) {
  const t = useT();
  const named = orders?.find(({ id }) => id === firstOrder);
  const { form, start } = useNewInvoice(suppliers ?? [], named?.supplierId ?? first, { order: named, plan });
  const choice = { form, orders, isLinkWrong: firstOrder !== '' && orders !== undefined && !named };
  return (
    <Form form={form as never} guard={false} label={t('invoices:add.title')}>
      <div className={classes.startPlace}>
        <PairedPlan plan={plan} isUnknown={isPlanUnknown} />
        <div className={classes.start}>
          <StartDocument {...start} />
          {suppliers?.length === 0 ? (
            <NoSuppliers />
          ) : (
            <ByHand form={form} suppliers={suppliers ?? []} choice={choice} />
          )}
        </div>
      </div>
    </Form>
  );
}

const rateDraft = ({ rate, turned }: NewInvoice) => ({
  text: rate,
  direction: turned ? ('document' as const) : ('account' as const),
});

/** What the invoice starts from. */
interface StartsFrom {
  readonly order: OpenOrder | undefined;
  readonly plan: PlanToPair | undefined;
}

function useNewInvoice(suppliers: readonly Supplier[], first: string, { order, plan }: StartsFrom) {
  const t = useT();
  const navigate = useNavigate();
  const accountCurrency = useCurrency();
  const zone = useTimeZone();
  const create = useCreateInvoice();
  const upload = useUploadDocument();
  const [uploading, setUploading] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [failed, setFailed] = useState<File>();
  const chosen = useRef<File>(undefined);
  const form = useAppForm<NewInvoice, typeof createInvoiceBody>({
    schema: createInvoiceBody,
    local: ['turned', 'rate', 'accepted', 'purchaseOrderId'],
    initial: {
      kind: 'INVOICE',
      supplierId: first,
      purchaseOrderId: order?.id ?? '',
      invoiceNumber: '',
      date: todayIn(Date.now(), zone),
      currency: order?.currency ?? suppliers.find(({ id }) => id === first)?.currency ?? accountCurrency,
      rate: '',
      total: '',
      turned: true,
      accepted: null,
    },
    check: (values) => {
      const read = typedRateOf(rateDraft(values));
      return 'problem' in read ? { rate: read.problem } : {};
    },
    failure: { verb: 'create', entity: t('invoices:entity'), fixed: 'createInvoice' },
    submit: async (body, values) => {
      const read = typedRateOf(rateDraft(values));
      const isForeign = values.currency !== accountCurrency && !isFromOrder(values);
      const rate = !isForeign
        ? {}
        : values.accepted
          ? { acceptedRate: { rate: values.accepted.rate, rateDate: values.accepted.rateDate } }
          : 'value' in read && read.value
            ? { rateTyped: read.value }
            : {};
      const file = chosen.current;
      const documentId = file && (await upload(file));
      // With a document, only what a person has typed is sent, because the document may say something else.
      const typed = Object.fromEntries(
        Object.entries(body).filter(
          ([name]) => !file || form.isChanged(name) || (name === 'supplierId' && first !== ''),
        ),
      );
      const made = await create.mutateAsync({
        ...typed,
        ...rate,
        ...(documentId ? { documentId } : {}),
        // A credit note has the pairing of the invoice that it credits.
        ...(plan && values.kind === 'INVOICE' ? { pairedWith: [{ type: 'SHIPMENT' as const, id: plan.id }] } : {}),
        ...(isFromOrder(values) ? { purchaseOrderId: values.purchaseOrderId } : {}),
      });
      void navigate(paths.invoice(made.id), { replace: true });
    },
  });
  const begin = async (file: File) => {
    chosen.current = file;
    setUploading(file.name);
    setFailed(undefined);
    const isCreated = await form.save();
    chosen.current = undefined;
    setUploading(undefined);
    if (!isCreated) setFailed(file);
  };
  const onFiles = async (files: readonly File[]) => {
    const [file] = await withPicturesAsPdf(files);
    const wrong = file && documentProblem(file);
    setProblem(wrong);
    if (file && !wrong) await begin(file);
  };
  const start = {
    uploading,
    problem: failed ? t('invoices:add.notCreated', { name: failed.name }) : problem,
    onFiles: (files: readonly File[]) => void onFiles(files),
    ...(failed ? { onRetry: () => void begin(failed) } : {}),
  };
  return { form, start };
}

type NewInvoiceFormValue = ReturnType<typeof useNewInvoice>['form'];

interface ByHandProps {
  readonly form: NewInvoiceFormValue;
  readonly suppliers: readonly Supplier[];
  readonly choice: Parameters<typeof OrderSelect>[0];
}

function ByHand({ form, suppliers, choice }: ByHandProps) {
  const t = useT();
  const permission = usePermission(createInvoice);
  const accountCurrency = useCurrency();
  const place = useRef<HTMLDivElement>(null);
  // The first field gets the focus, unless that would scroll the document away, which comes first in a narrow window.
  useEffect(() => {
    const field = place.current?.querySelector<HTMLInputElement>('input[role="combobox"]');
    if (field && field.getBoundingClientRect().bottom <= window.innerHeight) field.focus();
  }, []);
  return (
    <div ref={place} className="stack">
      <FormSection
        title={t('invoices:add.byHand')}
        hint={t('invoices:add.body')}
        fields={[...TYPED, 'rate']}
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
          <SupplierSelect
            form={form}
            suppliers={suppliers}
            onChange={(supplier) => {
              form.set('currency', supplier?.currency ?? accountCurrency);
              form.set('purchaseOrderId', '');
            }}
          />
        </Wide>
        {form.values.kind === 'INVOICE' && (
          <Wide>
            <OrderSelect {...choice} />
          </Wide>
        )}
        <TextField
          {...form.field('invoiceNumber')}
          label={t('invoices:number')}
          optional
          help={t('invoices:add.numberHint')}
          maxLength={100}
        />
        <DayField {...form.field('date')} label={t('invoices:date')} />
        <CurrencyField {...form.field('currency')} label={t('invoices:currency')} disabled={isFromOrder(form.values)} />
        <AmountField {...form.field('total')} label={t('invoices:total')} optional currency={form.values.currency} />
        {form.values.currency !== accountCurrency && !isFromOrder(form.values) && <NewRateField form={form} />}
        <Wide>
          <Duplicates values={form.values} />
          {!isFromOrder(form.values) && <TypedWarnings {...form.values} />}
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
    </div>
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

const DUPLICATES_DELAY_MS = 500;

/** Searches for duplicates while the person types. Invalid fields are left out of the search. */
function Duplicates({ values }: { values: NewInvoice }) {
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
