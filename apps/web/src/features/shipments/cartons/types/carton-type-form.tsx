import { type CartonType, createCartonType, updateCartonType } from '@quayside/contracts/shipments/cartons';
import { CARTON_DIMENSION_UNITS } from '@quayside/domain/shipments/option-lists';
import type { z } from 'zod';
import { MeasureField, SelectField, TextField, WholeNumberField } from '../../../../components/form/fields.tsx';
import { Form } from '../../../../components/form/form.tsx';
import { useAppForm } from '../../../../components/form/use-app-form.ts';
import { DialogButtons } from '../../../../components/ui/confirm.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import { call } from '../../../../lib/api/call.ts';
import { useIntentKey } from '../../../../lib/api/intent-key.ts';
import { toast } from '../../../../lib/toasts/toasts.ts';
import classes from '../../shipments.module.css';
import { LENGTH_SYMBOLS, WEIGHT_SYMBOLS } from '../carton-words.ts';

type Values = {
  name: string;
  length: string;
  width: string;
  height: string;
  /** Null until it is chosen, because no unit is assumed. */
  dimensionUnit: CartonType['dimensionUnit'] | null;
  weight: string;
  weightUnit: CartonType['weightUnit'] | null;
  maxUnits: number | null;
  version?: number;
};
const SIDES = ['length', 'width', 'height'] as const;
const isTyped = (text: string) => text.trim() !== '';

function initialOf(type: CartonType | undefined): Values {
  const hasSide = type && SIDES.some((side) => type[side] !== null);
  return {
    name: type?.name ?? '',
    length: type?.length ?? '',
    width: type?.width ?? '',
    height: type?.height ?? '',
    dimensionUnit: hasSide ? type.dimensionUnit : null,
    weight: type?.weight ?? '',
    weightUnit: type && type.weight !== null ? type.weightUnit : null,
    maxUnits: type?.maxUnits ?? null,
    ...(type && { version: type.version }),
  };
}

interface FormProps {
  /** The type that is changed; undefined: a new one. */
  readonly type?: CartonType;
  readonly onDone: () => void;
}

/** The form of a carton type: its name, its sides, what it weighs when it is empty, and how many units fit. */
export function CartonTypeForm({ type, onDone }: FormProps) {
  const t = useT();
  const form = useTypeForm(type, onDone);
  const units = (symbols: Readonly<Record<string, string>>, order: readonly string[]) =>
    order.map((value) => ({ value, label: symbols[value] ?? value }));
  return (
    <Form
      form={form}
      guard={false}
      label={type ? t('shipments:types.change', { name: type.name }) : t('shipments:types.add')}
      conflictFields={conflictFields(t)}
    >
      <div className={classes.fields}>
        <TextField {...form.field('name')} label={t('shipments:types.name')} maxLength={100} autoFocus />
        <WholeNumberField
          {...form.field('maxUnits')}
          label={t('shipments:types.maxUnits')}
          help={t('shipments:types.maxUnitsHelp')}
          optional
        />
      </div>
      <div className={classes.fields} data-narrow>
        {SIDES.map((side) => (
          <MeasureField key={side} {...form.field(side)} label={t(`shipments:types.${side}`)} optional />
        ))}
        <SelectField
          {...form.field('dimensionUnit')}
          label={t('shipments:types.sideUnit')}
          options={units(LENGTH_SYMBOLS, CARTON_DIMENSION_UNITS)}
          openOnFocus={false}
        />
      </div>
      <div className={classes.fields}>
        <MeasureField
          {...form.field('weight')}
          label={t('shipments:types.tare')}
          help={t('shipments:types.tareHelp')}
          optional
        />
        <SelectField
          {...form.field('weightUnit')}
          label={t('shipments:cartons.weightUnit')}
          options={units(WEIGHT_SYMBOLS, Object.keys(WEIGHT_SYMBOLS))}
          openOnFocus={false}
        />
      </div>
      <div className="row from-end">
        <DialogButtons
          action={type ? t('saveChanges') : t('shipments:types.add')}
          onCancel={onDone}
          isBusy={form.isSaving}
          submit
        />
      </div>
    </Form>
  );
}

function useTypeForm(type: CartonType | undefined, onDone: () => void) {
  const t = useT();
  const keyFor = useIntentKey();
  return useAppForm<Values, z.ZodType>({
    schema: type ? updateCartonType.body : createCartonType.body,
    initial: initialOf(type),
    // Whether a unit is needed depends on the measures, which the schema cannot say.
    local: ['dimensionUnit', 'weightUnit'],
    check: (values) => ({
      ...(SIDES.some((side) => isTyped(values[side])) &&
        values.dimensionUnit === null && { dimensionUnit: t('shipments:cartons.chooseUnit') }),
      ...(isTyped(values.weight) && values.weightUnit === null && { weightUnit: t('shipments:cartons.chooseUnit') }),
    }),
    failure: { verb: type ? 'update' : 'create', entity: t('shipments:types.entity') },
    submit: async (_, values) => {
      const { name, length, width, height, dimensionUnit, weight, weightUnit, maxUnits, version } = values;
      const body = {
        name,
        length: length.trim() || null,
        width: width.trim() || null,
        height: height.trim() || null,
        ...(dimensionUnit !== null && { dimensionUnit }),
        weight: weight.trim() || null,
        ...(weightUnit !== null && { weightUnit }),
        maxUnits,
      };
      const stored = type
        ? await call(updateCartonType, {
            params: { id: type.id },
            body: { ...body, ...(version !== undefined && { version }) },
          })
        : await call(createCartonType, { body, idempotencyKey: keyFor(body) });
      toast('success', t('shipments:types.saved', { name: stored.name }));
      return stored;
    },
    onSaved: onDone,
  });
}

const conflictFields = (t: T) => [
  { name: 'name', label: t('shipments:types.name') },
  ...SIDES.map((side) => ({ name: side, label: t(`shipments:types.${side}`) })),
  { name: 'weight', label: t('shipments:types.tare') },
  { name: 'maxUnits', label: t('shipments:types.maxUnits') },
];
