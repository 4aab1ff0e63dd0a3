import type { Area } from '../area.ts';

export const freightArea: Area = {
  name: 'freight',
  tables: ['freight_rate', 'freight_rate_break', 'freight_rate_fee', 'container_size', 'duty_rate', 'duty_destination'],
  mount: () => {},
};
