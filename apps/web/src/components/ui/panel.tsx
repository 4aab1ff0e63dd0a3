import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { usePrinting } from '../../lib/printing.ts';
import { IconButton } from './action-button.tsx';
import classes from './panel.module.css';

export interface PanelProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly onClose: () => void;
  /** Beside the cross: "open as a page". */
  readonly actions?: ReactNode;
  /** Stays at the bottom: totals. */
  readonly footer?: ReactNode;
  /** The focus stays where it is: the panel follows what is chosen there. */
  readonly follows?: boolean;
  /** Without padding, for lists with their own. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A panel at the right, 500 px; the page beside it stays alive. A sheet on a phone. Escape closes, the focus goes back. */
export function Panel(props: PanelProps) {
  const isNarrow = useMediaQuery('(max-width: 1023.98px)', undefined, { getInitialValueInEffect: false });
  // Paper is narrow, and makes no sheet of it: what is open stays what it is.
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
    <Drawer.Root opened onClose={props.onClose} position="bottom" size="92%" classNames={{ content: classes.sheet ?? '' }}>
      <Drawer.Overlay />
      {/* The class of the content itself: given here, it would go to the box around it too. */}
      <Drawer.Content>
        <span className={classes.grip} aria-hidden />
        <Inside {...props} titleId={undefined} />
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Inside({ title, subtitle, onClose, actions, footer, flush = false, children, titleId }: PanelProps & { titleId: string | undefined }) {
  const t = useT();
  // The sheet is named by the title that it finds by itself.
  const Title = titleId === undefined ? Drawer.Title : 'h2';
  return (
    <>
      <header className={classes.header}>
        <div className={classes.titles}>
          <Title {...(titleId === undefined ? {} : { id: titleId })} className={classes.title ?? ''}>
            {title}
          </Title>
          {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions}
        <IconButton icon={IconX} label={t('close')} onClick={onClose} />
      </header>
      <div className={classes.body} data-flush={flush || undefined}>
        {children}
      </div>
      {footer !== undefined && <footer className={classes.footer}>{footer}</footer>}
    </>
  );
}
