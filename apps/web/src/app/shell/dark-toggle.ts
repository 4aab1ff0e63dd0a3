import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Switches between dark and light and stores the choice. */
export function useDarkToggle(): { isDark: boolean; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return { isDark, toggle: () => setColorScheme(isDark ? 'light' : 'dark') };
}
