import { Progress } from '@mantine/core';

interface ProgressProps {
  readonly title: string;
  /** From 0 to 100; undefined while it is unknown. */
  readonly percent: number | undefined;
}

/** How far the work on an import is. */
export const ProgressBar = ({ title, percent }: ProgressProps) => (
  <Progress.Root size="sm" radius="xl">
    <Progress.Section
      value={percent ?? 100}
      striped={percent === undefined}
      animated={percent === undefined}
      aria-label={title}
    />
  </Progress.Root>
);
/** The part of work that is done, from 0 to 1, in percent. */
export const percentOf = (part: number | undefined): number | undefined =>
  part === undefined ? undefined : Math.floor(part * 100);
