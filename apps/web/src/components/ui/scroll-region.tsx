import type { ReactNode, Ref } from 'react';

interface ScrollRegionProps {
  readonly ref?: Ref<HTMLDivElement>;
  /** The accessible name of the region. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/**
 * A region that may scroll sideways, such as a wide table. It is focusable, so that the keyboard can scroll it even if
 * nothing inside can take the focus.
 */
export function ScrollRegion({ ref, label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the focused element
    <div ref={ref} className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
