import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { MultiChooser } from '../../../components/form/chooser.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { orderTip, targetName } from '../../../lib/words/order-name.ts';
import { useScopeOptions } from '../api.ts';
import type { Pairing } from '../editor/header-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from '../invoices.module.css';
import { ReadValue } from './header-fields.tsx';

const SEARCH_DELAY_MS = 250;
type ScopeTarget = NonNullable<InvoiceLine['scope']>[number];
/** What can be chosen here: the scope of a line, or what an invoice is paired with. */
type Target = Omit<ScopeTarget, 'type'> & { readonly type: ScopeTarget['type'] | Pairing['type'] };
type TargetType = Target['type'];
export interface ScopeOption<T extends TargetType = ScopeTarget['type']> extends Omit<Target, 'type'> {
  readonly type: T;
  readonly detail?: string;
}
const valueOf = (option: Pick<Target, 'type' | 'id'>) => `${option.type}:${option.id}`;

const GROUPS = ['SHIPMENT', 'INVOICE', 'ORDER', 'PACK_LIST', 'CARTON', 'PURCHASE_ORDER', 'PRODUCT'] as const;

interface ScopeSelectProps<T extends TargetType> {
  readonly invoiceId: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder: string;
  readonly nothing: string;
  readonly types: readonly T[];
  readonly value: readonly ScopeOption<T>[];
  readonly onChange: (value: ScopeOption<T>[]) => void;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

/** A multi-select of orders, shipment plans, invoices and other targets. The server searches while the person types. */
export function ScopeSelect<T extends TargetType>({
  invoiceId,
  label,
  hint,
  placeholder,
  nothing,
  types,
  value,
  onChange,
  error,
  isDisabled = false,
}: ScopeSelectProps<T>) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [sent] = useDebouncedValue(search, SEARCH_DELAY_MS);
  const [isAll, setAll] = useState(false);
  const options = useScopeOptions(invoiceId, { search: sent, isOpen, isAll });
  const found = (options.data ?? []).filter(
    (option): option is typeof option & ScopeOption<T> =>
      types.some((type) => type === option.type) && option.id !== invoiceId,
  );
  const known = new Map<string, ScopeOption<T>>([...value, ...found].map((option) => [valueOf(option), option]));
  const groups = {
    INVOICE: t('invoices:header.groupInvoices'),
    ORDER: t('invoices:header.groupOrders'),
    PRODUCT: t('invoices:header.groupProducts'),
    PURCHASE_ORDER: t('invoices:header.groupPurchaseOrders'),
    SHIPMENT: t('invoices:header.groupShipments'),
    PACK_LIST: t('invoices:header.groupPackLists'),
    CARTON: t('invoices:header.groupCartons'),
  };
  const data = GROUPS.map((type) => ({
    group: groups[type],
    items: [...known.values()]
      .filter((option) => option.type === type)
      .map((option) => ({ value: valueOf(option), label: targetName(t, option) })),
  })).filter((group) => group.items.length > 0);
  return (
    <MultiChooser
      label={label}
      description={hint}
      placeholder={value.length === 0 ? placeholder : undefined}
      data={data}
      value={value.map(valueOf)}
      error={error}
      disabled={isDisabled}
      searchValue={search}
      onSearchChange={setSearch}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => (setOpen(false), setAll(false))}
      // Close the list after a choice. It opens again when the person types.
      onOptionSubmit={() => setOpen(false)}
      isStale={sent !== search || options.isPlaceholderData || options.isLoading}
      more={
        types.some((type) => type === 'PRODUCT') && !isAll
          ? { words: t('choices:showDiscontinued'), onMore: () => setAll(true) }
          : undefined
      }
      // The text is cleared after a choice, but not when more products are listed.
      clearSearchOnChange={false}
      nothingFound={nothing}
      // Show all results, because the server has already searched. A match may be in a detail that the option does not
      // show.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const item = known.get(option.value);
        return (
          <span className={classes.option}>
            <span title={item?.order ? orderTip(t, item.order) : undefined}>{item && targetName(t, item)}</span>
            <span>{item?.detail}</span>
          </span>
        );
      }}
      onChange={(values) => (onChange(values.flatMap((key) => known.get(key) ?? [])), setSearch(''))}
    />
  );
}

/** The page of a target; undefined for a product, which its id does not lead to. */
function pageOf({ type, id, order }: Pick<Target, 'type' | 'id' | 'order'>): string | undefined {
  switch (type) {
    case 'INVOICE':
      return paths.invoice(id);
    case 'PURCHASE_ORDER':
      return paths.purchaseOrder(id);
    case 'SHIPMENT':
      return paths.shipmentPlan(id);
    case 'ORDER':
      return paths.order(id);
    case 'PACK_LIST':
      return order ? paths.order(order.id) : undefined;
    case 'CARTON':
      return paths.cartons(id);
    default:
      return undefined;
  }
}

/** The names of what costs are shared over or an invoice is paired with, each with a link to its page. */
export function TargetNames({ items }: { items: readonly ScopeOption<TargetType>[] }) {
  const t = useT();
  return items.map((item, index) => {
    const page = pageOf(item);
    return (
      <span key={valueOf(item)}>
        {index > 0 && ', '}
        {page ? <Link to={page}>{targetName(t, item)}</Link> : targetName(t, item)}
      </span>
    );
  });
}

/** The other orders and invoices to which the costs of this invoice belong. */
export function PairingField({ isReadOnly, hint }: { isReadOnly: boolean; hint?: string }) {
  const t = useT();
  const editor = useEditor();
  const invoiceId = useEdited((state) => state.record.id);
  const stored = useEdited((state) => state.record.pairedWith);
  const typed = useEdited((state) => state.header.draft.pairedWith);
  const error = useEdited((state) => state.header.errors.pairedWith);
  const own = useEdited((state) => [...state.rows.values()].filter((row) => row.stored?.order).length);
  // Lines that created orders go to these orders, so the person need not choose them here. A hint explains this.
  const ownWords = own > 0 ? t('invoices:header.pairedOwn', { count: own }) : undefined;
  if (isReadOnly) {
    return (
      <ReadValue label={t('invoices:header.pairedWith')}>
        {stored.length === 0 ? ownWords : <TargetNames items={stored} />}
      </ReadValue>
    );
  }
  return (
    <ScopeSelect
      invoiceId={invoiceId}
      label={t('invoices:header.pairedWith')}
      {...(hint === undefined ? {} : { hint })}
      placeholder={ownWords ?? t('invoices:header.pairedPlaceholder')}
      nothing={t('invoices:header.pairedNone')}
      types={['SHIPMENT', 'INVOICE', 'ORDER', 'PURCHASE_ORDER']}
      value={typed ?? stored}
      error={error}
      onChange={(value) => editor.setHeader('pairedWith', value)}
    />
  );
}
