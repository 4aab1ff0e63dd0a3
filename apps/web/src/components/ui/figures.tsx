import { Tooltip } from '@mantine/core';
import type { CostCategory } from '@quayside/domain/lists';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconCheck,
  IconCircleCheck,
  IconCopy,
  IconInfoCircle,
} from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { useCopy } from '../../lib/page/copy-text.ts';
import { formatPercent, langOf } from '../../lib/words/format.ts';
import { IconButton } from './action-button.tsx';
import classes from './figures.module.css';
import { useBelowToasts } from './use-below-toasts.ts';

/**
 * Shows a shortcut, which is one key or several keys that are pressed one after the other: <KeyHint keys={['g', 'p']}
 * />.
 */
export function KeyHint({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.keys}>
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && ' '}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}

/** A button that copies the value beside it to the clipboard and confirms this. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const t = useT();
  const { isCopied, copy } = useCopy();
  return (
    <IconButton
      size={24}
      icon={isCopied ? IconCheck : IconCopy}
      label={isCopied ? t('copied') : t('copyValue', { value: label ?? value })}
      onClick={({ currentTarget }) => void copy(value, currentTarget.parentElement)}
    />
  );
}

interface StatProps {
  readonly label: ReactNode;
  /** Undefined while it is loaded. */
  readonly value: ReactNode | undefined;
  readonly detail?: ReactNode;
  readonly link?: { readonly label: string; readonly to: string };
}

/** A card for one figure, with a label, an explanation and a link. */
export function Stat({ label, value, detail, link }: StatProps) {
  return (
    <section className={classes.stat}>
      <h2 className={classes.statLabel}>{label}</h2>
      <p className={`${classes.statValue} num`}>{value ?? <span className={classes.statPlace} aria-hidden />}</p>
      {detail !== undefined && <p className={classes.statDetail}>{detail}</p>}
      {link && (
        <Link className={classes.statLink} to={link.to}>
          {link.label}
          <IconArrowRight size={14} stroke={2} aria-hidden />
        </Link>
      )}
    </section>
  );
}

export interface TotalsItem {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** `positive` means that the totals match, and adds a check mark. `danger` means that they do not match. */
  readonly tone?: 'positive' | 'danger' | 'warning';
  /**
   * Called on a click. Depending on the item, the click fills the last line with the remaining amount or opens an
   * explanation.
   */
  readonly onClick?: () => void;
  /** The accessible name of the action that a click performs. */
  readonly action?: string;
  /** Places the item at the right end of the bar. */
  readonly end?: boolean;
  /** An explanation of the figure, shown when its mark is hovered, focused or touched. */
  readonly note?: string;
}

/** A bar with the totals of the content above, which is always visible. One of its figures is the difference. */
export function TotalsBar({ items, label }: { items: readonly TotalsItem[]; label: string }) {
  const bar = useBelowToasts<HTMLDivElement>();
  return (
    <div ref={bar} className={classes.totals} role="group" aria-label={label} aria-live="polite">
      {items.map((item, index) => {
        const Icon = item.tone === 'positive' ? IconCircleCheck : item.tone ? IconAlertTriangle : undefined;
        const inside = (
          <>
            <span className={classes.totalLabel}>{item.label}</span>
            <span className={`${classes.totalValue} num`}>
              {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
              {item.value}
              {item.note && <NoteMark text={item.note} />}
            </span>
          </>
        );
        const shared = { className: classes.totalItem, 'data-tone': item.tone, 'data-end': item.end || undefined };
        return item.onClick ? (
          <button key={index} type="button" {...shared} title={item.action} onClick={item.onClick}>
            {inside}
          </button>
        ) : (
          <div key={index} {...shared}>
            {inside}
          </div>
        );
      })}
    </div>
  );
}

/** A mark whose tooltip explains the figure beside it. */
function NoteMark({ text }: { text: string }) {
  return (
    <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.noteMark} role="note" tabIndex={0} aria-label={text}>
        <IconInfoCircle size={14} stroke={1.75} aria-hidden />
      </span>
    </Tooltip>
  );
}

/** The colour token of a cost category. The first five categories have their own colours, and the others share one. */
function categoryColor(category: CostCategory): string {
  const own: Partial<Record<CostCategory, string>> = {
    FACTORY_INVOICE: 'factory',
    SHIPPING: 'freight',
    INBOUND_SHIPPING: 'freight',
    CUSTOMS_AND_DUTIES: 'duty',
    LOCAL_FREIGHT: 'local',
    INSPECTIONS: 'inspect',
  };
  return `var(--q-cat-${own[category] ?? 'other'})`;
}

/** The colour square before a category's name. */
export const CategoryDot = ({ category }: { category: CostCategory }) => (
  <span className={classes.dot} style={{ background: categoryColor(category) }} aria-hidden />
);

/** The name of a cost category with its colour square. */
export function CategoryWord({ category }: { category: CostCategory }) {
  const t = useT();
  return (
    <span className={classes.category}>
      <CategoryDot category={category} />
      {t(`category.${category}`)}
    </span>
  );
}

const ORDER: readonly CostCategory[] = [
  'FACTORY_INVOICE',
  'SHIPPING',
  'INBOUND_SHIPPING',
  'CUSTOMS_AND_DUTIES',
  'LOCAL_FREIGHT',
  'INSPECTIONS',
];

/**
 * The share of each category in tenths of a per cent. Integers are precise enough, because the shares are only drawn
 * and announced.
 */
function makeUpParts(byCategory: Readonly<Record<string, string>>): { category: CostCategory; permille: number }[] {
  const minor = (text: string) => BigInt(text.replace('.', ''));
  const entries = Object.entries(byCategory)
    .map(([category, amount]) => ({ category: category as CostCategory, minor: minor(amount) }))
    .filter((entry) => entry.minor > 0n);
  const sum = entries.reduce((total, entry) => total + entry.minor, 0n);
  if (sum === 0n) return [];
  const known = ORDER.flatMap((category) => entries.filter((entry) => entry.category === category));
  const rest = entries
    .filter((entry) => !ORDER.includes(entry.category))
    .reduce((total, entry) => total + entry.minor, 0n);
  const parts = rest > 0n ? [...known, { category: 'OTHER' as const, minor: rest }] : known;
  return parts.map((part) => ({ category: part.category, permille: Number((part.minor * 1000n + sum / 2n) / sum) }));
}

interface MakeUpBarProps {
  /** The amount per cost category, as decimal strings in one currency. */
  readonly byCategory: Readonly<Record<string, string>>;
  /** The height in pixels: 6 in tables (default), 8 in cards. */
  readonly height?: 6 | 8;
}

/**
 * A bar that shows the shares of the cost categories. The labels and figures are shown beside the bar, or announced by
 * screen readers.
 */
export function MakeUpBar({ byCategory, height = 6 }: MakeUpBarProps) {
  const t = useT();
  const parts = makeUpParts(byCategory);
  if (parts.length === 0) return null;
  const spoken = parts
    .map(({ category, permille }) =>
      t('makeUp.part', { word: t(`category.${category}`), percent: formatPercent((permille / 10).toFixed(1)) }),
    )
    .join(', ');
  return (
    <span
      className={classes.strip}
      style={{ height }}
      role="img"
      aria-label={t('makeUp.label', { parts: spoken })}
      title={spoken}
    >
      {parts.map(({ category, permille }) => (
        <i key={category} style={{ flexGrow: permille, background: categoryColor(category) }} />
      ))}
    </span>
  );
}

/** The legend that explains the colours of make-up bars. */
export function MakeUpLegend({
  categories = ['FACTORY_INVOICE', 'SHIPPING', 'CUSTOMS_AND_DUTIES', 'LOCAL_FREIGHT', 'INSPECTIONS'],
}: {
  categories?: readonly CostCategory[];
}) {
  return (
    <span className={classes.legend}>
      {categories.map((category) => (
        <CategoryWord key={category} category={category} />
      ))}
    </span>
  );
}

/** A square with the product's picture or the first letter of its name. */
export function Thumb({ name, src, size = 28 }: { name: string; src?: string | null; size?: 28 | 36 }) {
  return (
    <span className={classes.thumb} style={{ width: size, height: size, fontSize: size / 2.2 }} aria-hidden>
      {src ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" referrerPolicy="no-referrer" />
      ) : (
        [...name.trim()][0]?.toUpperCase()
      )}
    </span>
  );
}

interface NameCellProps {
  readonly name: string;
  readonly src?: string | null;
  /** A second line in small text, for comfortable rows, cards and headings. */
  readonly detail?: ReactNode;
  /** Shows nothing in place of a missing picture. By default, the first letter of the name is shown there. */
  readonly plain?: boolean;
}

/** The name cell of a table: a picture or letter, the name, and optionally a second line. */
export function NameCell({ name, src, detail, plain = false }: NameCellProps) {
  return (
    <span className={classes.nameCell}>
      {!plain && <Thumb name={name} {...(src ? { src } : {})} />}
      <span className={classes.nameWords}>
        <span lang={langOf(name)}>{name}</span>
        {detail !== undefined && <small>{detail}</small>}
      </span>
    </span>
  );
}
