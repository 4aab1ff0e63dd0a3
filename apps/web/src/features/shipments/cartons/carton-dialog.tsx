import { type Carton, createCarton, updateCarton } from '@quayside/contracts/shipments/cartons';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { MeasureField, SelectField, TextField, WholeNumberField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { cartonQuery, cartonTypesQuery } from '../api.ts';
import classes from '../shipments.module.css';
import { WEIGHT_SYMBOLS } from './carton-words.ts';
import { PackListChoice } from './pack-list-choice.tsx';
import { checkSplit, refusedSplit, type SplitProblem } from './split-check.ts';

interface DialogProps {
  /** The row that is changed; undefined: a new one. */
  readonly carton?: Carton;
  readonly onClose: () => void;
}
type Values = {
  count: number | null;
  cartonTypeId: string | null;
  measuredWeight: string;
  /** Null until it is chosen, because no unit is assumed. */
  weightUnit: Carton['weightUnit'] | null;
  marks: string;
  packListIds: string[];
  version?: number;
};

const initialOf = (carton: Carton | undefined): Values => ({
  count: carton?.count ?? null,
  cartonTypeId: carton?.cartonType?.id ?? null,
  measuredWeight: carton?.measuredWeight ?? '',
  weightUnit: carton && carton.measuredWeight !== null ? carton.weightUnit : null,
  marks: carton?.marks ?? '',
  packListIds: carton?.packLists.map(({ packListId }) => packListId) ?? [],
  ...(carton && { version: carton.version }),
});

/** The dialog that makes a row of identical cartons from pack lists, or changes one. */
export function CartonDialog({ carton, onClose }: DialogProps) {
  const t = useT();
  const { form, chosen, choose, problem } = useCartonForm(carton, onClose);
  const types = useQuery(cartonTypesQuery()).data ?? [];
  const title = carton ? t('shipments:cartons.change', { number: carton.number }) : t('shipments:cartons.create');
  return (
    <Dialog title={title} size={720} onClose={onClose}>
      <Form form={form} guard={false} label={title} conflictFields={conflictFields(t)}>
        <div className={classes.fields}>
          <WholeNumberField
            {...form.field('count')}
            label={t('shipments:cartons.cartons')}
            help={t('shipments:cartons.countHelp')}
            autoFocus
          />
          <SelectField
            {...form.field('cartonTypeId')}
            label={t('shipments:cartons.type')}
            options={types.map(({ id, name }) => ({ value: id, label: name }))}
            openOnFocus={false}
            optional
          />
          <TextField {...form.field('marks')} label={t('shipments:cartons.marks')} maxLength={500} optional />
        </div>
        <div className={classes.fields}>
          <MeasureField
            {...form.field('measuredWeight')}
            label={t('shipments:cartons.measuredField')}
            help={t('shipments:cartons.measuredFieldHelp')}
            optional
          />
          <SelectField
            {...form.field('weightUnit')}
            label={t('shipments:cartons.weightUnit')}
            options={Object.entries(WEIGHT_SYMBOLS).map(([value, label]) => ({ value, label }))}
            openOnFocus={false}
          />
        </div>
        <PackListChoice
          chosen={chosen}
          onChange={choose}
          count={form.values.count}
          problem={problem}
          error={problem?.field === 'packList' ? undefined : form.errorAt('packListIds')}
        />
        <div className="row from-end">
          <DialogButtons
            action={carton ? t('saveChanges') : t('shipments:cartons.create')}
            onCancel={onClose}
            isBusy={form.isSaving}
            submit
          />
        </div>
      </Form>
    </Dialog>
  );
}

function useCartonForm(carton: Carton | undefined, onClose: () => void) {
  const t = useT();
  const keyFor = useIntentKey();
  const [chosen, setChosen] = useState<readonly PackList[]>(carton?.packLists ?? []);
  const [refused, setRefused] = useState<SplitProblem>();
  const form = useAppForm<Values, z.ZodType>({
    schema: carton ? updateCarton.body : createCarton.body,
    initial: initialOf(carton),
    // Whether a unit is needed depends on the weight, which the schema cannot say.
    local: ['weightUnit'],
    check: (values) => problemsOf(t, values, chosen),
    failure: { verb: carton ? 'update' : 'create', entity: t('shipments:cartons.entity') },
    submit: async (_, values) => {
      try {
        const stored = await store(carton, values, keyFor(values));
        queryClient.setQueryData(cartonQuery(stored.id).queryKey, stored);
        toast('success', t('shipments:cartons.saved', { number: stored.number }));
        return stored;
      } catch (error) {
        setRefused(refusedSplit(error, values.packListIds));
        throw error;
      }
    },
    onSaved: onClose,
  });
  const { count } = form.values;
  const { clearErrors } = form;
  const lastCount = useRef(count);
  // What did not divide over one number of cartons may divide over another.
  useEffect(() => {
    if (lastCount.current === count) return;
    lastCount.current = count;
    setRefused(undefined);
    clearErrors('packListIds');
  }, [count, clearErrors]);
  const choose = (next: readonly PackList[]) => {
    setChosen(next);
    setRefused(undefined);
    form.set(
      'packListIds',
      next.map(({ packListId }) => packListId),
    );
    form.clearErrors('packListIds');
  };
  // Before the first attempt to save, nothing is wrong yet: the count may still be typed.
  const isTried = form.errorAt('packListIds') !== undefined;
  const problem = refused ?? (isTried && count !== null ? checkSplit(count, chosen) : undefined);
  return { form, chosen, choose, problem };
}

/** What is wrong before anything is sent. */
function problemsOf(t: T, values: Values, chosen: readonly PackList[]): Partial<Record<keyof Values, string>> {
  const { count, measuredWeight, weightUnit } = values;
  const split = count === null ? undefined : checkSplit(count, chosen);
  const isMixed = new Set(chosen.map(({ shipmentPlanId }) => shipmentPlanId)).size > 1;
  return {
    ...(count === null && { count: t('validation.required') }),
    ...(split?.field === 'count' && { count: split.message }),
    ...(measuredWeight.trim() !== '' && weightUnit === null && { weightUnit: t('shipments:cartons.chooseUnit') }),
    ...(chosen.length === 0
      ? { packListIds: t('shipments:cartons.choosePackLists') }
      : isMixed
        ? { packListIds: t('shipments:cartons.onePlan') }
        : split?.field === 'packList' && { packListIds: split.message }),
  };
}

function store(carton: Carton | undefined, values: Values, idempotencyKey: string): Promise<Carton> {
  const { count, cartonTypeId, marks, packListIds, weightUnit, version } = values;
  const body = {
    count: count ?? 0,
    cartonTypeId,
    measuredWeight: values.measuredWeight.trim() || null,
    ...(weightUnit !== null && { weightUnit }),
    marks: marks.trim() || null,
    packListIds,
  };
  return carton
    ? call(updateCarton, {
        params: { id: carton.id },
        body: { ...body, ...(version !== undefined && { version }) },
      })
    : call(createCarton, { body, idempotencyKey });
}

const conflictFields = (t: T) => [
  { name: 'count', label: t('shipments:cartons.cartons'), format: (value: unknown) => formatCount(Number(value)) },
  { name: 'measuredWeight', label: t('shipments:cartons.measuredField') },
  { name: 'marks', label: t('shipments:cartons.marks') },
];
