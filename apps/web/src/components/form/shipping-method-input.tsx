import { SegmentedControl } from '@mantine/core';
import { SHIPPING_METHODS, type ShippingMethod } from '@quayside/domain/lists';
import { IconPlane, IconShip, IconTruck } from '@tabler/icons-react';
import { useId } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { ReadValue } from './read-value.tsx';
import classes from './shipping-method-input.module.css';

const ICONS = { AIR: IconPlane, SEA: IconShip, LAND: IconTruck } as const;

interface MethodProps {
  readonly label: string;
  readonly value: ShippingMethod | null;
  readonly isReadOnly: boolean;
  readonly onChange: (method: ShippingMethod) => void;
}

/** How goods travel: by air, by sea or by land. */
export function ShippingMethodInput({ label, value, isReadOnly, onChange }: MethodProps) {
  const t = useT();
  const id = useId();
  if (isReadOnly) return <ReadValue label={label}>{value && t(`shippingMethod.${value}`)}</ReadValue>;
  return (
    <div data-method className={classes.field}>
      <div className={classes.label} id={id}>
        {label}
      </div>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={value ?? ''}
        data={SHIPPING_METHODS.map((method) => {
          const Icon = ICONS[method];
          return {
            value: method,
            label: (
              <span className={classes.method}>
                <Icon size={14} stroke={1.75} aria-hidden />
                {t(`shippingMethod.${method}`)}
              </span>
            ),
          };
        })}
        onChange={(method) => onChange(method as ShippingMethod)}
      />
    </div>
  );
}
