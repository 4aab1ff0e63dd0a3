import type { ReactNode } from 'react';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths, PROFILE_TABS } from '../../lib/paths.ts';

/** The frame around the four tabs of the person's own profile. */
export function ProfileFrame({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <PageFrame
      title={t('profile:title')}
      tabs={PROFILE_TABS.map((tab) => ({ label: t(`profile:tabs.${tab}`), to: paths.profile(tab) }))}
    >
      {children}
    </PageFrame>
  );
}
