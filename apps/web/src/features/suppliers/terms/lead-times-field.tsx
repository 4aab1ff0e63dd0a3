import { NumberInput } from '@mantine/core';
import type { LeadTime } from '@quayside/contracts/suppliers/suppliers';
import { totalDays } from '@quayside/domain/suppliers/terms';
import type { AppForm } from '../../../components/form/form-types.ts';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH } from '../../../lib/words/format.ts';
import type { SupplierValues } from '../supplier-values.ts';
import classes from './terms.module.css';

const PARTS = ['production', 'transit', 'checkIn'] as const;

/** The lead times in the form of a supplier. */
export const LeadTimesField = ({ form, readOnly }: { form: AppForm<SupplierValues>; readOnly: boolean }) => (
  <LeadTimesEditor
    times={form.values.leadTimes}
    usual={form.values.shippingMethod}
    error={form.errorAt('leadTimes')}
    readOnly={readOnly}
    onChange={(next) => form.set('leadTimes', next)}
    onBlur={() => form.touch('leadTimes')}
  />
);

interface LeadTimesProps {
  /** One row per shipping method. */
  readonly times: readonly LeadTime[];
  /** The shipping method of the supplier, whose row is highlighted. */
  readonly usual?: LeadTime['shippingMethod'] | null;
  readonly error?: string | undefined;
  readonly readOnly?: boolean;
  readonly onChange: (times: LeadTime[]) => void;
  readonly onBlur?: () => void;
}

/** The lead times of each shipping method: the days for each step, and their sum. */
export function LeadTimesEditor({ times, usual, error, readOnly = false, onChange, onBlur }: LeadTimesProps) {
  const t = useT();
  const change = (method: LeadTime['shippingMethod'], part: Partial<LeadTime>) =>
    onChange(times.map((time) => (time.shippingMethod === method ? { ...time, ...part } : time)));
  return (
    <div className={classes.leadTimes} onBlur={onBlur}>
      <SimpleTable
        className={classes.table}
        label={t('suppliers:section.leadTimes')}
        lines="below"
        row={{ height: 40, pad: 0 }}
        cards="repeat(3, minmax(0, 1fr))"
      >
        <thead>
          <tr>
            <th scope="col">{t('suppliers:leadTimes.method')}</th>
            {PARTS.map((part) => (
              <th key={part} scope="col">
                {t(`suppliers:leadTimes.${part}`)}
              </th>
            ))}
            <th scope="col" data-figure>
              {t('suppliers:leadTimes.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {times.map((time) => {
            const method = t(`shippingMethod.${time.shippingMethod}`);
            const days = totalDays(time);
            return (
              <tr key={time.shippingMethod} data-usual={time.shippingMethod === usual || undefined}>
                <th scope="row" data-title>
                  {method}
                </th>
                {PARTS.map((part) => (
                  <td key={part} data-label={t(`suppliers:leadTimes.${part}`)}>
                    <NumberInput
                      size="xs"
                      className="num"
                      aria-label={t('suppliers:leadTimes.cell', { method, part: t(`suppliers:leadTimes.${part}`) })}
                      value={time[part] ?? ''}
                      allowDecimal={false}
                      allowNegative={false}
                      min={0}
                      max={365}
                      hideControls
                      readOnly={readOnly}
                      placeholder={EN_DASH}
                      onChange={(value) =>
                        change(time.shippingMethod, { [part]: typeof value === 'number' ? value : null })
                      }
                    />
                  </td>
                ))}
                <td data-figure data-wide data-label={t('suppliers:leadTimes.total')}>
                  {days === null ? EN_DASH : t('days', { count: days })}
                </td>
              </tr>
            );
          })}
        </tbody>
      </SimpleTable>
      {error && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
