import { SegmentedControl } from '@mantine/core';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { BASES, defaultBasisOf, SCOPE_TYPES } from '@quayside/domain/lists';
import { checkDutyBasis } from '@quayside/domain/shipments/duty';
import { Chooser } from '../../../components/form/chooser.tsx';
import { CheckInput, TextInput } from '../../../components/form/inputs.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useEdited } from '../editor/use-editor.ts';
import { ScopeSelect, TargetNames } from '../header/pairing-field.tsx';
import type { SpreadForm } from './spread-form.ts';
import classes from './spread.module.css';

/** The fields that choose on which basis and over which orders a line is spread. */
export function Where({
  line,
  form,
  isReadOnly,
  change,
  errors,
  orders,
}: {
  line: InvoiceLine;
  form: SpreadForm;
  isReadOnly: boolean;
  change: (next: Partial<SpreadForm>) => void;
  errors: Record<string, string>;
  orders: number | undefined;
}) {
  const t = useT();
  const invoiceId = useEdited((state) => state.record.id);
  if (line.product && line.costType === 'FACTORY_INVOICE')
    return <p className={classes.words}>{t('invoices:spread.scopeOwnOrder')}</p>;
  const standard = defaultBasisOf(line.costType);
  const basisName = (basis: (typeof BASES)[number]) => t(`invoices:basis.${basis}`);
  return (
    <>
      {line.product ? (
        <p className={classes.words}>{t('invoices:spread.scopeOwnProduct')}</p>
      ) : (
        <Chooser
          searchable
          openOnFocus={false}
          label={t('invoices:spread.basis')}
          disabled={isReadOnly}
          error={errors['basis']}
          value={form.basis ?? 'default'}
          data={[
            { value: 'default', label: t('invoices:spread.basisDefault', { basis: basisName(standard) }) },
            ...BASES.filter((basis) => checkDutyBasis(line.costType, basis).ok).map((basis) => ({
              value: basis,
              label: basisName(basis),
            })),
          ]}
          description={t(`invoices:basisHelp.${form.basis ?? standard}`)}
          onChange={(value) =>
            value && change({ basis: value === 'default' ? null : (value as (typeof BASES)[number]) })
          }
        />
      )}
      {line.isBasisFallback && form.basis === null && (
        <p className={classes.words}>
          {t('invoices:spread.fallback', { products: line.lackingProducts.map(({ sku }) => sku).join(', ') })}
        </p>
      )}
      <div className={classes.scope}>
        <span className="field-label">{t('invoices:spread.scope')}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('invoices:spread.scope')}
          disabled={isReadOnly}
          value={form.scope === null ? 'default' : 'chosen'}
          data={[
            { value: 'default', label: t('invoices:spread.scopeDefault') },
            { value: 'chosen', label: t('invoices:spread.scopeChosen') },
          ]}
          onChange={(value) => change({ scope: value === 'default' ? null : (line.scope ?? []) })}
        />
        {form.scope === null ? (
          !line.product && <DefaultScope orders={orders} />
        ) : (
          <ScopeSelect
            invoiceId={invoiceId}
            label={t('invoices:spread.chooseLabel')}
            placeholder={t('invoices:spread.choosePlaceholder')}
            nothing={t('invoices:spread.chooseNone')}
            types={SCOPE_TYPES}
            value={form.scope}
            isDisabled={isReadOnly}
            error={errors['scope']}
            onChange={(scope) => change({ scope })}
          />
        )}
      </div>
    </>
  );
}

/**
 * The default scope: the orders of this invoice's own lines or, if there are none, the orders, shipment plans and
 * invoices with which the invoice is paired.
 */
function DefaultScope({ orders }: { orders: number | undefined }) {
  const t = useT();
  const own = useEdited((state) => [...state.rows.values()].filter((row) => row.stored?.order).length);
  const paired = useEdited((state) => state.record.pairedWith);
  if (own > 0) return <p className={classes.words}>{t('invoices:spread.ownOrders', { count: own })}</p>;
  if (paired.length === 0) return <p className={classes.words}>{t('invoices:spread.nothingPaired')}</p>;
  return (
    <p className={classes.words}>
      {t('invoices:spread.paired')} <TargetNames items={paired} />
      {orders ? ` (${t('invoices:spread.pairedOrders', { count: orders })})` : ''}
    </p>
  );
}

/** The fields that decide whether a line, and its tax, count as a cost. */
export function Counts({
  line,
  form,
  isReadOnly,
  change,
  errors,
}: {
  line: InvoiceLine;
  form: SpreadForm;
  isReadOnly: boolean;
  change: (next: Partial<SpreadForm>) => void;
  errors: Record<string, string>;
}) {
  const t = useT();
  return (
    <>
      {!/^-?0*(\.0*)?$/.test(line.taxAmount) && (
        <CheckInput
          classNames={{ body: classes.check ?? '' }}
          label={
            <Explained words={t('invoices:spread.notRecoverable')} help={t('invoices:spread.notRecoverableHelp')} />
          }
          disabled={isReadOnly}
          checked={!form.isTaxRecoverable}
          onChange={(isChecked) => change({ isTaxRecoverable: !isChecked })}
        />
      )}
      <CheckInput
        classNames={{ body: classes.check ?? '' }}
        label={<Explained words={t('invoices:spread.exclude')} help={t('invoices:spread.excludeHelp')} />}
        disabled={isReadOnly}
        checked={form.isExcluded}
        onChange={(isChecked) => change({ isExcluded: isChecked })}
      />
      {form.isExcluded && (
        <TextInput
          label={t('invoices:spread.excludeReason')}
          placeholder={isReadOnly ? undefined : t('invoices:spread.excludeReasonPlaceholder')}
          readOnly={isReadOnly}
          error={errors['exclusionReason']}
          maxLength={500}
          autoComplete="off"
          value={form.reason}
          onChange={(next) => change({ reason: next })}
        />
      )}
    </>
  );
}

const Explained = ({ words, help }: { words: string; help: string }) => (
  <>
    {words}
    <small className="quiet block">{help}</small>
  </>
);
