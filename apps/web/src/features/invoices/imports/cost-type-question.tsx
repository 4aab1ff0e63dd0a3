import { type CostCategory, INVOICE_COST_CATEGORIES } from '@quayside/domain/lists';
import { useId } from 'react';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';

/** Asks once what the lines are for that do not say it. Nothing is added before the answer. */
export function CostTypeQuestion({
  count,
  value,
  onChoose,
}: {
  /** How many lines say nothing. Once that is answered, the checked lines have it, and none is counted. */
  count: number;
  value: CostCategory | undefined;
  onChoose: (costType: CostCategory) => void;
}) {
  const t = useT();
  const id = useId();
  return (
    <Note tone={value === undefined ? 'warning' : 'info'}>
      <label htmlFor={id}>
        {value === undefined ? t('invoices:import.askCostType', { count }) : t('invoices:import.saidCostType')}
      </label>{' '}
      <select
        id={id}
        {...(value === undefined ? { 'data-autofocus': true } : {})}
        value={value ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value as CostCategory)}
      >
        {value === undefined && <option value="">{t('invoices:import.chooseCostType')}</option>}
        {INVOICE_COST_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {t(`category.${category}`)}
          </option>
        ))}
      </select>
    </Note>
  );
}
