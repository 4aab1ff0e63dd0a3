import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Drawer } from './layers.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePrinting } from '../../lib/page/printing.ts';
import { IconButton } from './action-button.tsx';
import classes from './panel.module.css';
import { useBelowToasts } from './use-below-toasts.ts';

interface PanelProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly onClose: () => void;
  /** Buttons beside the close button, such as "Open as a page". */
  readonly actions?: ReactNode;
  /** A sticky footer, for totals. */
  readonly footer?: ReactNode;
  /** Leaves the focus in the list, for a panel that always shows the row that is selected there. */
  readonly follows?: boolean;
  /** Removes the padding, for lists that have their own padding. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/**
 * A panel on the right, 500 px wide. The page beside it stays interactive. In a narrow window the panel is a sheet at
 * the bottom. Escape closes it and restores the focus.
 */
export function Panel(props: PanelProps) {
  const isNarrow = useMediaQuery('(max-width: 1023.98px)', undefined, { getInitialValueInEffect: false });
  // Printing narrows the viewport, but the panel must not turn into a sheet, so keep the current layout.
  const isPrinting = usePrinting();
  const onScreen = useRef(isNarrow);
  if (!isPrinting) onScreen.current = isNarrow;
  return onScreen.current ? <Sheet {...props} /> : <Side {...props} />;
}

function Side(props: PanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const close = useRef(props.onClose);
  close.current = props.onClose;
  const { follows = false } = props;
  useEffect(() => {
    const before = document.activeElement;
    if (!follows) panel.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (!follows && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [follows]);
  return (
    <aside ref={panel} className={classes.side} aria-labelledby={titleId} tabIndex={-1}>
      <Inside {...props} titleId={titleId} />
    </aside>
  );
}

function Sheet(props: PanelProps) {
  return (
    <Drawer.Root
      opened
      onClose={props.onClose}
      position="bottom"
      size="92%"
      classNames={{ content: classes.sheet ?? '' }}
    >
      <Drawer.Overlay />
      {/* Set the class on the content element, because `className` on the root would also apply to the wrapper. */}
      <Drawer.Content>
        <span className={classes.grip} aria-hidden />
        <Inside {...props} titleId={undefined} />
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Inside({
  title,
  subtitle,
  onClose,
  actions,
  footer,
  flush = false,
  children,
  titleId,
}: PanelProps & { titleId: string | undefined }) {
  const t = useT();
  const foot = useBelowToasts<HTMLElement>();
  // In the sheet, Mantine uses this title as the accessible name.
  const Title = titleId === undefined ? Drawer.Title : 'h2';
  return (
    <>
      <div className={classes.header}>
        <div className={classes.titles}>
          <Title {...(titleId === undefined ? {} : { id: titleId })} className="section-title">
            {title}
          </Title>
          {subtitle !== undefined && <p className="quiet">{subtitle}</p>}
        </div>
        {actions}
        <IconButton icon={IconX} label={t('close')} onClick={onClose} />
      </div>
      <div className={classes.body} data-flush={flush || undefined}>
        {children}
      </div>
      {footer !== undefined && (
        <footer ref={foot} className={classes.footer}>
          {footer}
        </footer>
      )}
    </>
  );
}
