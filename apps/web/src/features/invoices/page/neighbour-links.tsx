import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { paths } from '../../../lib/paths.ts';
import { useEdited } from '../editor/use-editor.ts';
import { tabOf, tabQuery } from './invoice-tabs.ts';
import { neighboursOf, rememberedList } from './neighbours.ts';
import classes from './page.module.css';

/**
 * The position "4 of 9" in the list that was open last, with links to the previous and next invoice. Renders nothing
 * when that list did not contain this invoice.
 */
export function NeighbourLinks() {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = useEdited((state) => state.record.id);
  const neighbours = useMemo(() => neighboursOf(rememberedList(), id), [id]);
  // The link keeps the current tab, so that a person can check the same values on one invoice after the other.
  const open = (other: string | undefined) =>
    other === undefined ? undefined : () => void navigate(`${paths.invoice(other)}${tabQuery(tabOf(params))}`);
  const [previous, next] = [open(neighbours?.previous), open(neighbours?.next)];
  useKeys({ '[': previous, ']': next });
  if (!neighbours) return null;
  return (
    <span className={classes.neighbours}>
      <IconButton
        icon={IconChevronLeft}
        label={t('invoices:neighbours.previous')}
        disabled={!previous}
        {...(previous ? { onClick: previous } : {})}
      />
      <span className="num">
        {t('invoices:neighbours.place', {
          position: formatCount(neighbours.position),
          total: formatCount(neighbours.total),
        })}
      </span>
      <IconButton
        icon={IconChevronRight}
        label={t('invoices:neighbours.next')}
        disabled={!next}
        {...(next ? { onClick: next } : {})}
      />
    </span>
  );
}
