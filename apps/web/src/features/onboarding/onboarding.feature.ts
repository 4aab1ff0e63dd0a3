import { IconListCheck } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const onboardingFeature: Feature = {
  name: 'onboarding',
  screens: [{ path: '/onboarding', load: () => import('./onboarding.page.tsx').then((m) => m.OnboardingPage) }],
  palette: [{ label: 'onboarding:title', icon: IconListCheck, to: paths.onboarding(), need: { who: 'admin' } }],
};
