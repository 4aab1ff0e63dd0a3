import { checkPackingList, importPackingList, type PackingList } from '@quayside/contracts/shipments/packing-lists';
import { PACKING_LIST_FIELDS } from '@quayside/domain/shipments/packing-list-headings';
import { useBulkToast } from '../../../components/bulk/use-bulk-undo.ts';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { ColumnMapping } from '../../../components/import/dialog/column-mapping.tsx';
import { ImportDialog } from '../../../components/import/dialog/import-dialog.tsx';
import { MOST_KILOBYTES, refuseFile, withChoice } from '../../../components/import/dialog/mapped-import.ts';
import type { OneCallImport, Shown } from '../../../components/import/dialog/one-call.ts';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { refreshShipments } from '../api.ts';
import { usePackingUndo } from '../packing/use-remove-pack-lists.ts';
import { ColumnQuestions } from './column-questions.tsx';
import { AS_PACKED, bodyOf, type PackingChoices } from './packing-choices.ts';
import { PackingDifferences } from './packing-differences.tsx';
import { PackingRows } from './packing-rows.tsx';
import { PackingSummary } from './packing-summary.tsx';

const ENDINGS = '.xlsx,.csv,.tsv,.txt';

export interface PackingListDialogProps {
  readonly plan: { readonly id: string; readonly number: string };
  readonly onClose: () => void;
}

/** Holds the packing list of a factory against a plan, and packs the plan as it says. */
export const PackingListDialog = ({ plan, onClose }: PackingListDialogProps) => (
  <ImportDialog of={usePackingList(plan)} onClose={onClose} />
);

type Stored = PackingList & { readonly operationId: string | null };

function usePackingList({
  id,
  number,
}: PackingListDialogProps['plan']): OneCallImport<PackingList, PackingChoices, Stored> {
  const t = useT();
  const mayImport = usePermission(importPackingList);
  const tell = useBulkToast(usePackingUndo());
  const params = { shipmentPlanId: id };
  const wrongFile = t('shipments:packingList.wrongFile');
  const tooLarge = t('shipments:packingList.tooLarge', { kilobytes: MOST_KILOBYTES });
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  return {
    topic: 'shipment-plans',
    into: id,
    permission: usePermission(checkPackingList),
    title: t('shipments:packingList.title', { number }),
    titleOf: (name) => t('shipments:packingList.titleOf', { name, number }),
    width: 1040,
    source: {
      accept: ENDINGS,
      file: t('shipments:packingList.file'),
      hint: t('shipments:packingList.kinds'),
      drop: t('shipments:packingList.drop'),
      paste: t('shipments:packingList.paste'),
      pasteHint: t('shipments:packingList.pasteHint'),
      refusalOf: refuseFile(ENDINGS, { wrongFile, tooLarge }),
    },
    other: t('shipments:packingList.another'),
    start: AS_PACKED,
    check: async (source, choices, signal) =>
      call(checkPackingList, { params, body: await bodyOf(source, choices), signal }),
    store: async ({ source, choices, result: { version } }, idempotencyKey) =>
      call(importPackingList, { params, body: { ...(await bodyOf(source, choices)), version }, idempotencyKey }),
    verb: 'update',
    entity: t('shipments:plans.entity'),
    preview: t('shipments:packingList.entity'),
    action: (result) => t('shipments:packingList.action', counted(result?.counts.cartons ?? 0)),
    canStore: (result, { isUnpacked }) => mayImport.allowed && !isAsking(result) && (isUnpacked || hasEffect(result)),
    isOnlyShown: ({ isComparison }) => isComparison,
    show: (shown) => <ShownList {...shown} reason={mayImport.reason} />,
    onStored: ({ operationId, counts }) => {
      tell(t('shipments:packingList.done', counted(counts.cartons)), 0, operationId);
      refreshShipments();
    },
  };
}

/** Whether something of the list is missing or must be chosen. */
const isAsking = ({ missing, columns }: PackingList): boolean =>
  missing !== null ||
  columns.some(({ numbers, unit, question }) => question !== null || numbers?.reading === 'OPEN' || unit?.isOpen);
const hasEffect = ({ counts: { cartonRows, changed } }: PackingList): boolean => cartonRows + changed > 0;

interface ShownProps extends Shown<PackingList, PackingChoices> {
  /** Why the person may not import, if they may not. */
  readonly reason: string | null | undefined;
}

function ShownList({ result, choices, choose, isStale, reason }: ShownProps) {
  const t = useT();
  const { missing, counts, differences, isComparison, columns } = result;
  const hasRest = differences.some(({ planned, packed }) => planned > packed && packed > 0);
  return (
    <>
      {reason && <Note tone="neutral">{reason}</Note>}
      {isComparison && <Note tone="neutral">{t('shipments:packingList.comparedOnly')}</Note>}
      <ColumnMapping
        label={t('shipments:packingList.columns')}
        columns={columns}
        fields={PACKING_LIST_FIELDS.map((value) => ({ value, label: t(`shipments:packingList.fields.${value}`) }))}
        choices={choices}
        choose={choose}
        renderMore={(column, name, at) => (
          <ColumnQuestions
            column={column}
            name={name}
            onUnit={(unit) => choose({ units: withChoice(choices.units, columns.length, at, unit) })}
          />
        )}
      />
      {result.mapping === 'REMEMBERED' && <p className="quiet">{t('shipments:packingList.remembered')}</p>}
      {missing !== null ? (
        <Note tone="warning" role="alert">
          {missing}
        </Note>
      ) : (
        <>
          {counts.fail > 0 && (
            <Note tone="danger" role="alert">
              {t('shipments:packingList.failed', { count: counts.fail, formatted: formatCount(counts.fail) })}
            </Note>
          )}
          <PackingSummary result={result} />
          <PackingDifferences result={result} />
          {hasRest && !isComparison && (
            <CheckInput
              label={t('shipments:packingList.unpack')}
              checked={choices.isUnpacked}
              onChange={(isUnpacked) => choose({ isUnpacked })}
            />
          )}
          <PackingRows result={result} isStale={isStale} />
        </>
      )}
    </>
  );
}
