import { IconClipboardText } from '@tabler/icons-react';
import { type Feature, ORDERS_AND_SHIPPING } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const freightFeature: Feature = {
  name: 'freight',
  screens: [
    {
      path: '/orders-shipments/freight-rates',
      load: () => import('./rates/freight-rates.page.tsx').then((m) => m.FreightRatesPage),
      need: ORDERS_AND_SHIPPING,
    },
    {
      path: '/orders-shipments/duty-rates',
      load: () => import('./duty/duty-rates.page.tsx').then((m) => m.DutyRatesPage),
      need: ORDERS_AND_SHIPPING,
    },
  ],
  // The drawer's entry for orders covers both, which are tabs beside them.
  palette: [
    { label: 'freightShell:rates', icon: IconClipboardText, to: paths.freightRates(), need: ORDERS_AND_SHIPPING },
    { label: 'freightShell:duty', icon: IconClipboardText, to: paths.dutyRates(), need: ORDERS_AND_SHIPPING },
  ],
  found: [
    {
      type: 'FREIGHT_RATE',
      heading: 'freightShell:rates',
      icon: IconClipboardText,
      path: ({ id }) => paths.freightRates(id),
    },
  ],
};
