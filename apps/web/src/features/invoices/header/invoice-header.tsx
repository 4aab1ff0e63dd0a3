import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from '../invoices.module.css';
import {
  CurrencyField,
  HeaderDayField,
  HeaderTextField,
  isForeign,
  RateField,
  SupplierField,
  TotalField,
} from './header-fields.tsx';
import { ProposedRate } from './proposed-rate.tsx';
import { InvoiceOrders } from '../purchase-orders/invoice-orders.tsx';
import { PairingField } from './pairing-field.tsx';

/**
 * The header fields above the lines: those that a person needs while typing lines. The other fields are in the Details
 * tab.
 */
export function InvoiceHeader({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const foreign = useEdited((state) =>
    isForeign({
      currency: state.header.draft.currency ?? state.record.currency,
      accountCurrency: state.record.accountCurrency,
    }),
  );
  // A foreign invoice without a rate does not count as a cost, so the header shows the rate field. The field stays
  // after a rate is stored, so that the layout does not move while the person types.
  const [isRateAsked] = useState(() => editor.get().record.rate === null);
  // The number and the currency of an invoice that was created from an uploaded document may still have to be entered.
  const [isFresh] = useState(() => {
    const { status, document, defaults } = editor.get().record;
    return status === 'REVIEW' || (status === 'WORKING' && document !== null && defaults.length > 0);
  });
  const hasSupplier = useEdited((state) => state.record.supplierContact !== null);
  return (
    <section className="stack" data-gap="12" aria-label={t('invoices:header.label')}>
      <HeaderProblem />
      <InvoiceOrders />
      <div
        className={classes.fields}
        data-rate={(foreign && isRateAsked) || undefined}
        data-fresh={isFresh || undefined}
      >
        {(hasSupplier || isReadOnly) && <SupplierField isReadOnly={isReadOnly} />}
        {isFresh && (
          <HeaderTextField field="invoiceNumber" label={t('invoices:number')} isReadOnly={isReadOnly} maxLength={100} />
        )}
        <HeaderDayField field="date" label={t('invoices:date')} isReadOnly={isReadOnly} />
        {isFresh && <CurrencyField isReadOnly={isReadOnly} />}
        <PairingField isReadOnly={isReadOnly} />
        {foreign && isRateAsked && <RateField isReadOnly={isReadOnly} />}
        <TotalField isReadOnly={isReadOnly} />
        {foreign && <ProposedRate isReadOnly={isReadOnly} />}
      </div>
    </section>
  );
}

/** An error that the server reported for the header as a whole. */
export function HeaderProblem() {
  const problem = useEdited((state) => state.header.errors.header);
  if (!problem) return null;
  return (
    <Note tone="danger" role="alert">
      {problem}
    </Note>
  );
}

/**
 * Asks for the supplier of an uploaded document before anything else, because all other fields depend on the supplier.
 */
export function AskSupplier() {
  const t = useT();
  const isMissing = useEdited((state) => state.record.supplierContact === null);
  const permission = usePermission(createSupplier);
  if (!isMissing) return null;
  return (
    <section className={classes.ask} aria-label={t('invoices:header.askSupplier')}>
      <IconBuildingFactory2 size={22} stroke={1.75} aria-hidden />
      <div>
        <h2>{t('invoices:header.askSupplier')}</h2>
        <p>
          {t('invoices:header.askSupplierBody')}
          {permission.allowed && (
            <>
              {' '}
              {t('invoices:add.supplierHint')} <Link to={paths.supplierAdd()}>{t('invoices:add.addSupplier')}</Link>
            </>
          )}
        </p>
      </div>
      <SupplierField isReadOnly={false} isAsked />
    </section>
  );
}
