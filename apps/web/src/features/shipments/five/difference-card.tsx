import {
  acceptDifference,
  type FiveQuantitiesLine,
  type LineDifference,
} from '@quayside/contracts/stock/five-quantities';
import { useState } from 'react';
import { TextInput } from '../../../components/form/inputs.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { KeyValues } from '../../../components/ui/card.tsx';
import { CopyButton } from '../../../components/ui/figures.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { receivedPath } from '../../../components/record/shipment-tabs.ts';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { EN_DASH, formatDay, langOf } from '../../../lib/words/format.ts';
import { chip, filteredPath } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import received from '../receiving/receiving.module.css';
import { differenceWords, nextWords } from './difference-words.ts';
import classes from './five.module.css';
import { useAccept, useTakeBack } from './use-accept.ts';

interface Of {
  readonly line: FiveQuantitiesLine;
  readonly difference: LineDifference;
}

/** A difference of a line: how it stands, who is asked with which papers, the text to send, and what ends it. */
export function DifferenceCard({ line, difference }: Of) {
  const t = useT();
  const isOpen = difference.openQuantity !== 0;
  const words = differenceWords(t, difference);
  return (
    <section className={classes.difference} aria-label={words}>
      <h3 className="item-title">
        {words}{' '}
        <Chip tone={isOpen ? 'warning' : 'neutral'} quiet={!isOpen} spoken={t('shipments:status')}>
          {t(`shipments:five.state.${difference.state}`)}
        </Chip>
      </h3>
      {isOpen && <KeyValues items={askedOf(t, difference)} />}
      {difference.claim !== null && (
        <>
          <h4 className="item-title">
            {t('shipments:receiving.missing.claim')}{' '}
            <CopyButton value={difference.claim} label={t('shipments:five.claimOf', { difference: words })} />
          </h4>
          <pre className={received.claim}>{difference.claim}</pre>
        </>
      )}
      <WayOut line={line} difference={difference} />
      {difference.accepted && <Accepted difference={difference} />}
    </section>
  );
}

function askedOf(t: T, { openQuantity, ...difference }: LineDifference) {
  const { debtor, debtorName, deadline, deadlineSource, papers } = difference;
  return [
    { label: t('shipments:five.next'), value: nextWords(t, { ...difference, openQuantity }) },
    {
      label: t('shipments:receiving.missing.debtor'),
      value: debtorName ?? (debtor === null ? EN_DASH : t(`shipments:receiving.missing.who.${debtor}`)),
    },
    {
      label: t('shipments:receiving.missing.deadline'),
      value:
        deadline === null ? (
          t('shipments:receiving.missing.noDeadline')
        ) : (
          <span title={t('shipments:receiving.missing.source', { source: deadlineSource ?? EN_DASH })}>
            {formatDay(deadline)}
          </span>
        ),
    },
    {
      label: t('shipments:receiving.missing.papers'),
      value: papers
        .map(({ paper, reference }) =>
          [t(`shipments:receiving.missing.paper.${paper}`), reference].filter(Boolean).join(' '),
        )
        .join(', '),
    },
  ];
}

/** What ends an open difference: a decision about missing units, the purchase order, or to accept it. */
function WayOut({ line, difference }: Of) {
  const t = useT();
  const permission = usePermission(acceptDifference);
  if (difference.openQuantity === 0) return null;
  if (difference.difference === 'NOT_RECEIVED' && difference.openQuantity > 0)
    return (
      <div className="row">
        <ActionButton to={filteredPath(receivedPath('missing'), chip('product', 'in', line.productId))}>
          {t('shipments:five.toMissing')}
        </ActionButton>
      </div>
    );
  return (
    <>
      {difference.difference === 'NOT_INVOICED' && line.purchaseOrder && (
        <div className="row">
          <ActionButton to={paths.purchaseOrder(line.purchaseOrder.id)}>
            {t('shipments:five.toPurchaseOrder')}
          </ActionButton>
        </div>
      )}
      {permission.allowed && difference.can.accept.allowed && <AcceptForm line={line} difference={difference} />}
    </>
  );
}

function AcceptForm({ line, difference }: Of) {
  const t = useT();
  const [words, setWords] = useState('');
  const name = differenceWords(t, difference);
  const accept = useAccept(name);
  return (
    <form
      className="stack"
      aria-label={t('shipments:five.acceptOf', { difference: name })}
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate({ fiveQuantitiesId: line.id, difference: difference.difference, words });
      }}
    >
      <TextInput label={t('shipments:five.words')} value={words} maxLength={500} onChange={setWords} />
      {accept.problem && (
        <Note tone="danger" role="alert">
          {accept.problem}
        </Note>
      )}
      <div className="row">
        <ActionButton type="submit" loading={accept.isPending} disabled={words.trim() === ''}>
          {t('shipments:five.accept')}
        </ActionButton>
      </div>
    </form>
  );
}

function Accepted({ difference }: { difference: LineDifference }) {
  const t = useT();
  const name = differenceWords(t, difference);
  const takeBack = useTakeBack();
  const { accepted, can } = difference;
  if (!accepted) return null;
  const day = formatDay(accepted.createdAt.slice(0, 10));
  return (
    <div className="stack">
      <p lang={langOf(accepted.words)}>{accepted.words}</p>
      <p className="muted">
        {accepted.createdBy === null
          ? t('shipments:five.acceptedOn', { day })
          : t('shipments:five.acceptedBy', { name: accepted.createdBy, day })}
      </p>
      {can.takeBack.allowed && (
        <div className="row">
          <ActionButton
            size="xs"
            loading={takeBack.isPending}
            aria-label={t('shipments:five.takeBackOf', { difference: name })}
            onClick={() => takeBack.mutate(accepted.id)}
          >
            {t('shipments:five.takeBack')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}
