import { deleteFreightRate, type FreightRate, patchFreightRate } from '@quayside/contracts/freight/freight-rates';
import { CONTAINERS } from '@quayside/domain/shipments/containers';
import { IconArchive, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { InUseDialog } from '../../../components/ui/in-use-dialog.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { type ApiError, hasCode } from '../../../lib/errors/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatDay, groupDigits, langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { toast, toastFailure } from '../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { useWrite, write } from '../../../lib/api/write.ts';
import classes from '../../../components/ui/facts.module.css';
import { validWords, ValidityChip } from '../validity.tsx';
import { divisorWords, priceFigure, priceWords, routeWords } from './rate-words.ts';

interface PanelProps {
  readonly rate: FreightRate;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The panel beside the list with one freight rate. A person who may edit changes, archives or deletes it here. */
export function RatePanel({ rate, onEdit, onClose }: PanelProps) {
  const t = useT();
  const mayChange = usePermission(patchFreightRate);
  const { archiving, deleting, refusal, dropRefusal } = useRateWrites(rate, onClose);
  return (
    <Panel
      title={rate.name}
      subtitle={`${priceWords(t, rate)} ${t(`freight:rates.unit.${rate.unit}`)}`}
      onClose={onClose}
    >
      <div className="stack">
        {rate.isArchived && <Note tone="info">{t('freight:rates.panel.isArchived')}</Note>}
        {rate.validity === 'EXPIRED' && (
          <Note tone="warning">{t('freight:rates.panel.expired', { day: formatDay(rate.validTo) })}</Note>
        )}
        <Facts rate={rate} />
        {rate.breaks.length > 1 && <Breaks rate={rate} />}
        {mayChange.allowed && (
          <div className="row">
            <ActionButton variant="filled" icon={IconPencil} onClick={onEdit}>
              {t('freight:rates.panel.edit')}
            </ActionButton>
            <ActionButton
              icon={rate.isArchived ? IconRestore : IconArchive}
              loading={archiving.isPending}
              onClick={() => archiving.mutate()}
            >
              {t(rate.isArchived ? 'freight:rates.panel.bringBack' : 'freight:rates.panel.archive')}
            </ActionButton>
            <ActionButton
              icon={IconTrash}
              color="danger"
              loading={deleting.isPending}
              onClick={() => deleting.mutate()}
            >
              {t('freight:rates.panel.delete')}
            </ActionButton>
          </div>
        )}
      </div>
      {refusal && (
        <InUseDialog
          message={refusal.message}
          uses={refusal.uses}
          archive={t('freight:rates.panel.archiveInstead')}
          onArchive={rate.isArchived ? undefined : () => (dropRefusal(), archiving.mutate())}
          onClose={dropRefusal}
        />
      )}
    </Panel>
  );
}

function useRateWrites({ id, name, version, isArchived }: FreightRate, onClose: () => void) {
  const t = useT();
  const [refusal, setRefusal] = useState<ApiError>();
  const entity = t('freight:rates.entity');
  const archiving = useWrite({
    send: () => call(patchFreightRate, { params: { id }, body: { isArchived: !isArchived, version } }),
    failure: { verb: 'update', entity },
    onSuccess: () => {
      toast('success', t(isArchived ? 'freight:rates.panel.broughtBack' : 'freight:rates.panel.archivedNow', { name }));
    },
  });
  const deleting = useWrite({
    send: () => call(deleteFreightRate, { params: { id }, ifMatch: version }),
    failure: { verb: 'delete', entity },
    onError: (error) => {
      if (hasCode(error, 'freight.in_use')) setRefusal(error);
      else toastFailure(error, { verb: 'delete', entity });
    },
    onSuccess: ({ operationId }) => {
      const undo = () => write(() => takeBack(operationId), { failure: { verb: 'update', entity } });
      toast('success', t('freight:rates.panel.deleted', { name }), { scope: 'global', onUndo: () => void undo() });
      onClose();
    },
  });
  return { archiving, deleting, refusal, dropRefusal: () => setRefusal(undefined) };
}

function Facts({ rate }: { rate: FreightRate }) {
  const t = useT();
  return (
    <dl className={classes.facts}>
      <dt>{t('freight:rates.column.validity')}</dt>
      <dd>
        <ValidityChip {...rate} />
      </dd>
      {factsOf(t, rate).map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

/** What a rate says, without what it leaves open. */
function factsOf(t: T, rate: FreightRate): readonly (readonly [string, ReactNode])[] {
  const { forwarder, mode, unit, containerType, level, sideRounding, sideUnit, minimum, step, currency } = rate;
  const isNothing = (text: string) => !/[1-9]/.test(text);
  const facts: (readonly [string, ReactNode] | false)[] = [
    forwarder !== null && [
      t('freight:field.forwarder'),
      <Link key="forwarder" to={paths.supplier(forwarder.id)} lang={langOf(forwarder.name)}>
        {forwarder.name}
      </Link>,
    ],
    [t('freight:field.mode'), t(`freight:rates.mode.${mode}`)],
    [t('freight:rates.panel.route'), routeWords(t, rate)],
    [t('freight:rates.column.valid'), validWords(t, rate)],
    rate.transitDays !== null && [
      t('freight:field.transitDays'),
      t('freight:rates.days', { count: rate.transitDays, formatted: formatCount(rate.transitDays) }),
    ],
    containerType !== null && [t('freight:field.containerType'), CONTAINERS[containerType].name],
    unit !== 'CONTAINER' && [t('freight:field.divisor'), divisorWords(t, rate)],
    level === 'CARTON' && [t('freight:field.level'), t('freight:rates.level.CARTON')],
    sideRounding !== 'NONE' && [
      t('freight:field.sideRounding'),
      `${t(`freight:rates.sideRounding.${sideRounding}`)}, ${t(`freight:rates.sideUnit.${sideUnit}`)}`,
    ],
    !isNothing(minimum) && [t('freight:field.minimum'), groupDigits(minimum)],
    !isNothing(step) && [t('freight:field.step'), groupDigits(step)],
    !isNothing(rate.leastCharge) && [t('freight:field.leastCharge'), `${currency} ${groupDigits(rate.leastCharge)}`],
    rate.fees.length > 0 && [
      t('freight:field.fees'),
      rate.fees.map(({ name, amount }) => `${name} ${currency} ${groupDigits(amount)}`).join(', '),
    ],
    rate.planCount > 0 && [
      t('freight:rates.column.plans'),
      t('freight:rates.panel.plans', { count: rate.planCount, formatted: formatCount(rate.planCount) }),
    ],
    rate.notes !== null && [t('freight:field.notes'), rate.notes],
  ];
  return facts.filter((fact) => fact !== false);
}

function Breaks({ rate }: { rate: FreightRate }) {
  const t = useT();
  return (
    <SimpleTable label={t('freight:field.breaks')}>
      <thead>
        <tr>
          <th scope="col" data-figure>
            {t('freight:rates.form.from')} {t(`freight:rates.unitSymbol.${rate.unit}`)}
          </th>
          <th scope="col" data-figure>
            {t('freight:rates.form.price')} {rate.currency}
          </th>
        </tr>
      </thead>
      <tbody>
        {rate.breaks.map(({ from, price }) => (
          <tr key={from}>
            <td data-figure>{groupDigits(from)}</td>
            <td data-figure>{priceFigure(price)}</td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}
