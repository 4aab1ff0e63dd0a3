import { IconArrowsExchange } from '@tabler/icons-react';
import { type Feature, MANAGEMENT } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const ratesFeature: Feature = {
  name: 'rates',
  screens: [
    {
      path: '/exchange-rates',
      load: () => import('./rates.page.tsx').then((m) => m.RatesPage),
      need: MANAGEMENT,
    },
  ],
  drawer: [
    {
      key: 'exchangeRates',
      group: 'management',
      label: 'ratesShell:title',
      icon: IconArrowsExchange,
      to: paths.exchangeRates(),
      need: MANAGEMENT,
    },
  ],
};
