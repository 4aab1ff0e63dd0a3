import { IconChevronRight } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { useBackHref } from '../../lib/page/back-href.ts';
import { isFocusLost } from '../../lib/page/lost-focus.ts';
import { showInStrip } from '../../lib/page/scroll.ts';
import classes from './page-frame.module.css';

interface Crumb {
  readonly label: string;
  /** The path of a list. The breadcrumb links to the list with the filters that it had last. */
  readonly to?: string;
}
export interface PageTab {
  readonly label: string;
  readonly to: string;
  readonly count?: ReactNode;
  /** Makes the tab current only if its path matches exactly. */
  readonly end?: boolean;
  /** Whether the tab is current. Only needed for tabs that are distinguished by the query string. */
  readonly isCurrent?: boolean;
}
export interface PageFrameProps {
  /** The title is also used as the document title, so it must be a string. */
  readonly title: string;
  /** A thumbnail before the title. */
  readonly media?: ReactNode;
  /** Small text after the title: "17 products · £89,837.99". */
  readonly count?: ReactNode;
  /** Status chips or a "saved" mark after the title. */
  readonly badges?: ReactNode;
  /** Buttons on the right: secondary ones first, the one primary button last. */
  readonly actions?: ReactNode;
  readonly breadcrumb?: readonly Crumb[];
  readonly tabs?: readonly PageTab[];
  /**
   * With `grid`, the page fills the window and its table scrolls inside. With `document` (default), the page scrolls as
   * a whole. With `split`, the title and the tabs stay at the top, and the content below scrolls separately.
   */
  readonly layout?: 'grid' | 'document' | 'split';
  /** What the page shows. When it changes, the heading gets the focus if that was lost with the old content. */
  readonly shown?: unknown;
  /** A panel on the right of the whole page; see Panel. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

const AsidePlace = createContext<HTMLElement | null>(null);
/** Where a panel of the content stands beside the page and narrows it. Null while another panel is there. */
export const useAsidePlace = (): HTMLElement | null => useContext(AsidePlace);

/** The frame of every page: breadcrumb, title, count, actions, tabs, content. */
export function PageFrame(props: PageFrameProps) {
  const { title, media, count, badges, actions, breadcrumb, tabs, layout = 'document', shown, aside, children } = props;
  const t = useT();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    document.title = `${title} · ${t('productName')}`;
  }, [title, t]);
  const heading = useRef<HTMLHeadingElement>(null);
  // The control that opened this page, or led to this content, is gone. Without this, the keyboard would start again at
  // the top of the window, and a screen reader would say nothing.
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div className={classes.split} data-page-split>
      <div className={classes.scroller} data-layout={layout}>
        <div className={classes.page} data-layout={layout}>
          <header className={classes.top}>
            {breadcrumb && breadcrumb.length > 0 && <Breadcrumb crumbs={breadcrumb} />}
            <div className={classes.head}>
              {media}
              <h1 ref={heading} className={classes.title} tabIndex={-1}>
                {title}
              </h1>
              {badges}
              {count !== undefined && <span className={`${classes.count} num`}>{count}</span>}
              {actions && <div className={classes.actions}>{actions}</div>}
            </div>
          </header>
          {tabs && <TabBar tabs={tabs} label={title} />}
          <div className={classes.content}>
            <AsidePlace value={aside ? null : place}>{children}</AsidePlace>
          </div>
        </div>
      </div>
      {aside}
      <div ref={setPlace} className={classes.asidePlace} data-aside-place />
    </div>
  );
}

function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT();
  return (
    <nav className={classes.crumbs} aria-label={t('breadcrumb')}>
      {crumbs.map((crumb, index) => (
        <span key={crumb.label} className={classes.crumb}>
          {index > 0 && <IconChevronRight size={12} stroke={1.75} aria-hidden />}
          {crumb.to ? <CrumbLink to={crumb.to} label={crumb.label} /> : <span>{crumb.label}</span>}
        </span>
      ))}
    </nav>
  );
}

function CrumbLink({ to, label }: { to: string; label: string }) {
  return <Link to={useBackHref(to)}>{label}</Link>;
}

/** A bar of tabs. Each tab is a link. */
function TabBar({ tabs, label }: { tabs: readonly PageTab[]; label: string }) {
  const bar = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  // On a phone, the current tab may be outside the visible part of the tabs, so scroll it into view.
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (bar.current && open) showInStrip(bar.current, open, 'middle');
  }, [pathname, search]);
  return (
    <nav ref={bar} className={classes.tabs} aria-label={label}>
      {tabs.map((tab) =>
        tab.isCurrent === undefined ? (
          <NavLink
            key={tab.to}
            to={tab.to}
            end={tab.end ?? true}
            className={classes.tab ?? ''}
            data-title={tab.label === label || undefined}
            replace
          >
            <TabWords tab={tab} />
          </NavLink>
        ) : (
          <Link
            key={tab.to}
            to={tab.to}
            className={classes.tab ?? ''}
            aria-current={tab.isCurrent ? 'page' : undefined}
            data-title={tab.label === label || undefined}
            replace
          >
            <TabWords tab={tab} />
          </Link>
        ),
      )}
    </nav>
  );
}

const TabWords = ({ tab }: { tab: PageTab }) => (
  <>
    {tab.label}
    {tab.count !== undefined && <span className={classes.tabCount}>{tab.count}</span>}
  </>
);
