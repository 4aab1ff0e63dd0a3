import { Skeleton } from '@mantine/core';
import { MAX_IDS, type PackList } from '@quayside/contracts/shipments/pack-lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { openPlansQuery } from '../api.ts';
import { planLabel } from '../plan-label.ts';
import classes from './packing.module.css';
import { useAddToPlan } from './use-add-to-plan.ts';
import { type PlanChoice, usePlanChoice } from './use-plan-choice.ts';

interface PlanProps {
  readonly orderIds: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}
const NEW = 'NEW';

/** The dialog that puts the pack lists of orders into an open plan or a new one. It shows which come along. */
export function AddToPlanDialog({ orderIds, onClose, onDone }: PlanProps) {
  const t = useT();
  const choice = usePlanChoice(orderIds);
  const plans = useQuery(openPlansQuery());
  const [planId, setPlanId] = useState<string>(NEW);
  const add = useAddToPlan(onDone);
  const own = choice.data?.own ?? [];
  const isTooMuch = own.length > MAX_IDS;
  const save = () =>
    add.mutate({
      shipmentPlanId: planId === NEW ? null : planId,
      packListIds: own.map(({ packListId }) => packListId),
    });
  const isBlocked = own.length === 0 || isTooMuch || add.isPending;
  return (
    <Dialog
      title={t('shipments:toPlan.title')}
      size={680}
      onClose={onClose}
      footer={
        <DialogButtons
          action={t(planId === NEW ? 'shipments:toPlan.make' : 'shipments:toPlan.add')}
          onCancel={onClose}
          onAction={save}
          isBusy={add.isPending}
          isBlocked={isBlocked}
        />
      }
    >
      <form className="stack" onSubmit={(event) => (event.preventDefault(), isBlocked || save())}>
        <Chooser
          label={t('shipments:plan')}
          data={[
            { value: NEW, label: t('shipments:toPlan.newPlan') },
            ...(plans.data ?? []).map((plan) => ({ value: plan.id, label: planLabel(plan) })),
          ]}
          value={planId}
          onChange={(next) => setPlanId(next ?? NEW)}
          searchable={(plans.data?.length ?? 0) > 7}
          // An open list would cover what joins the plan.
          openOnFocus={false}
          data-autofocus
        />
        {plans.isError && (
          <ErrorState error={plans.error} entity={t('shipments:planEntities')} onRetry={() => void plans.refetch()} />
        )}
        {choice.isPending && <Skeleton height={120} aria-label={t('loading')} />}
        {choice.isError && (
          <ErrorState
            error={choice.error}
            entity={t('shipments:packLists').toLowerCase()}
            onRetry={() => void choice.refetch()}
          />
        )}
        {choice.data && <Found choice={choice.data} />}
        {isTooMuch && <Note tone="warning">{t('shipments:toPlan.tooMany', { formatted: formatCount(MAX_IDS) })}</Note>}
        {add.problem !== undefined && (
          <Note tone="danger" role="alert">
            {add.problem}
          </Note>
        )}
      </form>
    </Dialog>
  );
}

/** What would join the plan. */
function Found({ choice: { own, along } }: { choice: PlanChoice }) {
  const t = useT();
  if (own.length === 0) return <p className="muted">{t('shipments:toPlan.nothing')}</p>;
  return (
    <>
      <p className="muted" role="status">
        {t('shipments:toPlan.found', { count: own.length, formatted: formatCount(own.length) })}
        {along.length > 0 &&
          ` ${t('shipments:toPlan.along', { count: along.length, formatted: formatCount(along.length) })}`}
      </p>
      <ScrollRegion label={t('shipments:packLists')} className={classes.scroll}>
        <SimpleTable label={t('shipments:packLists')} lines="below" row={{ pad: 6 }} isHeadSticky>
          <thead>
            <tr>
              <th scope="col">{t('shipments:packing.packList')}</th>
              <th scope="col">{t('shipments:orders.order')}</th>
              <th scope="col">{t('shipments:sku')}</th>
              <th scope="col" data-figure>
                {t('shipments:units')}
              </th>
              <th scope="col">{t('shipments:cartons.title')}</th>
            </tr>
          </thead>
          <tbody>
            {own.slice(0, MOST_SHOWN).map((one) => (
              <Row key={one.packListId} packList={one} />
            ))}
            {along.slice(0, MOST_SHOWN).map((one) => (
              <Row key={one.packListId} packList={one} isAlong />
            ))}
          </tbody>
        </SimpleTable>
      </ScrollRegion>
      {Math.max(own.length, along.length) > MOST_SHOWN && (
        <p className="note">{t('bulk:first', { shown: MOST_SHOWN, total: formatCount(own.length + along.length) })}</p>
      )}
    </>
  );
}

/** The most pack lists of either kind that are listed. */
const MOST_SHOWN = 100;

function Row({ packList, isAlong = false }: { packList: PackList; isAlong?: boolean }) {
  const t = useT();
  const { number, sku, quantity, cartonNumber } = packList;
  const count = packList.cartonCount ?? 0;
  const cartons = { count, formatted: formatCount(count) };
  return (
    <tr>
      <th scope="row">
        {number}
        {isAlong && <span className="quiet"> {t('shipments:toPlan.comesAlong')}</span>}
      </th>
      <td>{orderName(t, packList)}</td>
      <td>{sku}</td>
      <td data-figure>{formatCount(quantity)}</td>
      <td>
        {cartonNumber === null
          ? t('shipments:packing.noCarton')
          : `${cartonNumber}, ${t('shipments:cartonsOf', cartons)}`}
      </td>
    </tr>
  );
}
