import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { useState } from 'react';
import { CheckInput, TextInput } from '../../../components/form/inputs.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import packing from '../packing/packing.module.css';
import classes from '../shipments.module.css';
import type { SplitProblem } from './split-check.ts';
import { useLoosePackLists } from './use-loose-pack-lists.ts';

interface ChoiceProps {
  readonly chosen: readonly PackList[];
  readonly onChange: (chosen: readonly PackList[]) => void;
  /** How many cartons share each pack list; null while that is not typed. */
  readonly count: number | null;
  readonly problem: SplitProblem | undefined;
  /** What is wrong with the choice as a whole. */
  readonly error: string | undefined;
}
const SEARCH_MS = 300;

/** The choice of the pack lists of a carton row, with what each carton then holds of each. */
export function PackListChoice({ chosen, onChange, count, problem, error }: ChoiceProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, SEARCH_MS);
  const loose = useLoosePackLists(wanted);
  const isChosen = (id: string) => chosen.some(({ packListId }) => packListId === id);
  const offered = (loose.data?.content ?? []).filter(({ packListId }) => !isChosen(packListId));
  const toggle = (packList: PackList, isOn: boolean) =>
    onChange(isOn ? [...chosen, packList] : chosen.filter(({ packListId }) => packListId !== packList.packListId));
  return (
    <fieldset className={classes.choice}>
      <legend className="field-label">{t('shipments:packLists')}</legend>
      <TextInput
        aria-label={t('shipments:cartons.findPackList')}
        placeholder={t('shipments:cartons.findPackList')}
        value={search}
        onChange={setSearch}
      />
      {loose.isError && (
        <ErrorState error={loose.error} entity={t('shipments:packListEntities')} onRetry={() => void loose.refetch()} />
      )}
      {loose.isPending && <Skeleton height={120} aria-label={t('loading')} />}
      {loose.data && chosen.length + offered.length === 0 && (
        <p className="muted">{t(wanted.trim() === '' ? 'shipments:cartons.noLoose' : 'shipments:cartons.noneFound')}</p>
      )}
      {chosen.length + offered.length > 0 && (
        <ScrollRegion label={t('shipments:packLists')} className={packing.scroll}>
          <SimpleTable label={t('shipments:packLists')} lines="below" row={{ pad: 4 }} isHeadSticky>
            <thead>
              <tr>
                <th scope="col">{t('shipments:packing.packList')}</th>
                <th scope="col">{t('shipments:orders.order')}</th>
                <th scope="col" data-figure>
                  {t('shipments:units')}
                </th>
                <th scope="col">{t('shipments:plan')}</th>
                <th scope="col">{t('shipments:cartons.contents')}</th>
              </tr>
            </thead>
            <tbody>
              {[...chosen, ...offered].map((packList) => (
                <Row
                  key={packList.packListId}
                  packList={packList}
                  isChosen={isChosen(packList.packListId)}
                  count={count}
                  problem={
                    problem?.field === 'packList' && problem.packListId === packList.packListId
                      ? problem.message
                      : undefined
                  }
                  onToggle={(isOn) => toggle(packList, isOn)}
                />
              ))}
            </tbody>
          </SimpleTable>
        </ScrollRegion>
      )}
      {error !== undefined && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
      {loose.data && !loose.data.last && <p className="note">{t('shipments:cartons.moreLoose')}</p>}
    </fieldset>
  );
}

interface RowProps {
  readonly packList: PackList;
  readonly isChosen: boolean;
  readonly count: number | null;
  readonly problem: string | undefined;
  readonly onToggle: (isOn: boolean) => void;
}

function Row({ packList, isChosen, count, problem, onToggle }: RowProps) {
  const t = useT();
  const { packListId, number, sku, quantity, shipmentPlanNumber } = packList;
  const isEven = count !== null && count > 0 && quantity % count === 0;
  const hint = `split-${packListId}`;
  return (
    <tr data-wrong={problem !== undefined || undefined}>
      <th scope="row">
        <CheckInput
          size="xs"
          label={`${number} ${sku}`}
          checked={isChosen}
          onChange={onToggle}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : hint}
        />
      </th>
      <td>{orderName(t, packList)}</td>
      <td data-figure>{formatCount(quantity)}</td>
      <td>{shipmentPlanNumber}</td>
      <td>
        {problem !== undefined ? (
          <span id={hint} className={classes.problem}>
            {problem}
          </span>
        ) : (
          isChosen && isEven && t('shipments:cartons.inEach', { formatted: formatCount(quantity / count) })
        )}
      </td>
    </tr>
  );
}
