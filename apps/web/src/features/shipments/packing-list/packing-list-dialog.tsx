import { Button, Skeleton } from '@mantine/core';
import { checkPackingList, importPackingList, type PackingList } from '@quayside/contracts/packing-lists';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { CheckInput, TextAreaInput } from '../../../components/form/inputs.tsx';
import { useTyped } from '../../../components/form/use-typed.ts';
import { base64Of, type ImportSource, MOST_BYTES } from '../../../components/line-sheet/line-import.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ChooseFiles, DropTarget } from '../../../components/ui/drop-target.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { formatCount } from '../../../lib/format.ts';
import { useKeys } from '../../../lib/keys.ts';
import { PackingDifferences } from './packing-differences.tsx';
import { PackingMapping } from './packing-mapping.tsx';
import { PackingRows } from './packing-rows.tsx';
import { PackingSummary } from './packing-summary.tsx';
import type { PackingChoices } from './packing-source.ts';
import { usePackingCheck, usePackingImport } from './use-packing-list.ts';

const KINDS = /\.(xlsx|csv|tsv|txt)$/i;

export interface PackingListDialogProps {
  readonly plan: { readonly id: string; readonly number: string };
  readonly onClose: () => void;
}

/**
 * Holds the packing list of a factory against a plan, and packs the plan as it says. Nothing is stored before the
 * person has seen what would become of each row.
 */
export function PackingListDialog({ plan, onClose }: PackingListDialogProps) {
  const t = useT();
  const [source, setSource] = useState<ImportSource>();
  if (source) return <Preview plan={plan} source={source} onBack={() => setSource(undefined)} onClose={onClose} />;
  return (
    <Dialog title={t('shipments:packingList.title', { number: plan.number })} onClose={onClose} size={620}>
      <Asked onSource={setSource} />
    </Dialog>
  );
}

/** Asks for the packing list: a file that is dropped or chosen, or a pasted block of cells. */
function Asked({ onSource }: { onSource: (source: ImportSource) => void }) {
  const t = useT();
  const permission = usePermission(checkPackingList);
  const [problem, setProblem] = useState<string>();
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    if (!KINDS.test(file.name)) return setProblem(t('shipments:packingList.wrongFile'));
    if (file.size > MOST_BYTES)
      return setProblem(t('shipments:packingList.tooLarge', { kilobytes: Math.floor(MOST_BYTES / 1024) }));
    onSource({ base64: await base64Of(file), fileName: file.name });
  };
  return (
    <DropTarget
      title={t('shipments:packingList.drop')}
      hint={t('shipments:packingList.kinds')}
      permission={permission}
      onFiles={(files) => void take(files)}
    >
      <div className="stack">
        <div className="row">
          <IconFileSpreadsheet size={22} stroke={1.75} aria-hidden />
          <ChooseFiles
            label={t('shipments:packingList.file')}
            accept=".xlsx,.csv,.tsv,.txt"
            permission={permission}
            onFiles={(files) => void take(files)}
          >
            {t('shipments:packingList.choose')}
          </ChooseFiles>
          <span className="quiet">{t('shipments:packingList.kinds')}</span>
        </div>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <TextAreaInput
          data-autofocus
          label={t('shipments:packingList.paste')}
          description={t('shipments:packingList.pasteHint')}
          rows={3}
          value=""
          autoComplete="off"
          onChange={(text) => text.trim() !== '' && onSource({ text })}
        />
      </div>
    </DropTarget>
  );
}

interface PreviewProps extends PackingListDialogProps {
  readonly source: ImportSource;
  readonly onBack: () => void;
}

/** Whether the list can be imported: all is read, no row is wrong, and something would change. */
function isReadyOf({ isComparison, missing, columns, counts }: PackingList, isUnpacked: boolean): boolean {
  const isAsked = columns.some(
    ({ numbers, unit, question }) => question !== null || numbers?.reading === 'OPEN' || unit?.isOpen,
  );
  return !isComparison && missing === null && !isAsked && counts.fail === 0 && (isUnpacked || hasEffect(counts));
}
const hasEffect = ({ cartonRows, changed }: PackingList['counts']): boolean => cartonRows + changed > 0;

function Preview({ plan, source, onBack, onClose }: PreviewProps) {
  const t = useT();
  const permission = usePermission(importPackingList);
  const [choices, setChoices] = useState<PackingChoices>({ isUnpacked: false });
  useTyped(1);
  const checked = usePackingCheck(plan.id, source, choices);
  const result = checked.data;
  const importing = usePackingImport(plan.id, onClose, () => void checked.refetch());
  const isReady =
    result !== undefined && permission.allowed && !checked.isPlaceholderData && isReadyOf(result, choices.isUnpacked);
  const start = () => result && importing.mutate({ source, choices, version: result.version });
  useKeys({ 'Ctrl Enter': () => isReady && !importing.isPending && start() });
  const body = useRef<HTMLDivElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  const passFocusOn = () => {
    // As soon as the list can be imported, Enter imports it. A field that has the focus keeps it.
    const focused = document.activeElement;
    if (isReady && (focused === body.current || focused === document.body))
      action.current?.focus({ preventScroll: true });
  };
  useEffect(passFocusOn, [isReady]);
  const { number } = plan;
  const title =
    'fileName' in source
      ? t('shipments:packingList.titleOf', { name: source.fileName, number })
      : t('shipments:packingList.title', { number });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size={1040}
      footer={
        <>
          <Button onClick={onBack}>{t('shipments:packingList.another')}</Button>
          {result?.isComparison ? (
            <Button variant="filled" onClick={onClose}>
              {t('close')}
            </Button>
          ) : (
            <DialogButtons
              action={actionWords(t, result)}
              onCancel={onClose}
              onAction={start}
              isBusy={importing.isPending}
              isBlocked={!isReady}
              actionRef={action}
              keys="Ctrl ↵"
            />
          )}
        </>
      }
    >
      {/* It has the focus until the rows are checked, so that Enter does not press the button that closes. */}
      <div className="stack" ref={body} tabIndex={-1} data-autofocus style={{ outline: 'none' }} onFocus={passFocusOn}>
        {checked.isError && (
          <ErrorState
            error={checked.error}
            record={t('shipments:packingList.entity')}
            onRetry={() => void checked.refetch()}
          />
        )}
        {!result && !checked.isError && <Skeleton height={220} role="status" aria-label={t('loading')} />}
        {result && !checked.isError && (
          <Result
            result={result}
            choices={choices}
            isStale={checked.isFetching}
            reason={permission.reason}
            onChange={(next) => (importing.reset(), setChoices((now) => ({ ...now, ...next })))}
          />
        )}
        {importing.problem && (
          <Note tone="danger" role="alert">
            {importing.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

function actionWords(t: ReturnType<typeof useT>, result: PackingList | undefined): string {
  const count = result?.counts.cartons ?? 0;
  return t('shipments:packingList.action', { count, formatted: formatCount(count) });
}

interface ResultProps {
  readonly result: PackingList;
  readonly choices: PackingChoices;
  /** Newer results are loading. */
  readonly isStale: boolean;
  /** Why the person may not import, if they may not. */
  readonly reason: string | null | undefined;
  readonly onChange: (next: Partial<PackingChoices>) => void;
}

function Result({ result, choices, isStale, reason, onChange }: ResultProps) {
  const t = useT();
  const { missing, counts, differences, isComparison } = result;
  const hasRest = differences.some(({ planned, packed }) => planned > packed && packed > 0);
  return (
    <>
      {reason && <Note tone="neutral">{reason}</Note>}
      {isComparison && <Note tone="neutral">{t('shipments:packingList.comparedOnly')}</Note>}
      <PackingMapping result={result} choices={choices} onChange={onChange} />
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
              onChange={(isUnpacked) => onChange({ isUnpacked })}
            />
          )}
          <PackingRows result={result} isStale={isStale} />
        </>
      )}
    </>
  );
}
