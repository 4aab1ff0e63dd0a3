import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** The accessible name of the region. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/**
 * A table that may overflow. A scrolling region must be focusable, so that the keyboard can scroll it when nothing
 * inside can take the focus.
 */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
    <div className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
