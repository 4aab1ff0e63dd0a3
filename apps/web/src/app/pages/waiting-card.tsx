import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { useQueries } from '@tanstack/react-query';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Money } from '../../components/ui/money.tsx';
import { useT, useText } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { TONES, type Waiting } from '../../lib/feature.ts';
import { FEATURES } from '../features.ts';
import classes from './pages.module.css';

/** The kinds of record that need attention, from all features, most urgent first. */
const ALL: readonly Waiting[] = FEATURES.flatMap(({ waiting = [] }) => waiting).toSorted(
  (a, b) => TONES.indexOf(a.tone) - TONES.indexOf(b.tone),
);

/** The card of the dashboard that lists the records that need attention, with a link to the list of each kind. */
export function WaitingCard({ currency }: { currency: string }) {
  const t = useT();
  const text = useText();
  const amounts = useQueries({ queries: ALL.map(({ query }) => query) });
  // The buttons of a person who may only read say "Show" instead of naming an action.
  const mayEdit = usePermission(createInvoice).allowed;
  const waiting = ALL.map((one, index) => ({ ...one, count: 0, ...amounts[index]?.data })).filter(
    ({ count }) => count > 0,
  );
  const isKnown = amounts.every(({ data }) => data !== undefined);
  const d = 'shell:dashboardPage';
  return (
    <Card
      title={t(mayEdit ? `${d}.needsYou` : `${d}.leftToDo`)}
      {...(waiting.length > 0 ? { hint: t(`${d}.needsYouCount`, { count: waiting.length }) } : {})}
      flush
    >
      {waiting.length === 0 && isKnown ? (
        <p className={classes.calm}>{t(`${d}.allCalm`)}</p>
      ) : (
        <ul className={classes.needs}>
          {waiting.map(({ key, icon: Icon, tone, title, hint, money, count, verb, to }) => (
            <li key={key} className={classes.need}>
              <span className={classes.needIcon} data-tone={tone}>
                <Icon size={16} stroke={1.75} aria-hidden />
              </span>
              <div>
                <p className="item-title">{text(title, { count })}</p>
                <p className="quiet">{text(hint)}</p>
              </div>
              <span className={`${classes.needMoney} num`}>
                {money !== undefined && <Money value={money} currency={currency} />}
              </span>
              <ActionButton size="xs" to={to}>
                {mayEdit ? text(verb) : t(`${d}.show`)}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
