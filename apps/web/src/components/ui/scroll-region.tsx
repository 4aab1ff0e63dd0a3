import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** What is in it; said when it is reached with Tab. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A table that may be larger than its place. What scrolls has to be reachable with the keyboard, also where nothing inside can be pressed. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
    <div className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
