import { Skeleton } from '@mantine/core';
import {
  cancelOrderImport,
  createOrderImport,
  getOrderImport,
  type OrderImport,
  startOrderImport,
  undoOrderImport,
} from '@quayside/contracts/stock/order-imports';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FileChoice, FileReadings } from '../../../components/form/file-reading.tsx';
import { percentOf, ProgressBar } from '../../../components/import/progress-bar.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { confirm, Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatPercent } from '../../../lib/words/format.ts';
import { queryClient, read } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { ChooseReport } from './choose-report.tsx';
import { OrderImportResult } from './order-import-result.tsx';

interface DialogProps {
  /** Null until a report was sent. */
  readonly importId: string | null;
  readonly onImport: (id: string) => void;
  readonly onSkus: () => void;
  readonly onClose: () => void;
}

/** Imports customer orders from a report. Before anything is stored, it shows what the import would do. */
export function ImportOrdersDialog({ importId, onImport, onSkus, onClose }: DialogProps) {
  const t = useT();
  const { sent, sending, send } = useSending(onImport);
  const query = useQuery({
    ...read('order-imports', getOrderImport, { params: { importId: importId ?? '' } }),
    enabled: importId !== null,
  });
  const result = importId === null || sending.isPending ? undefined : query.data;
  const isChoosing = importId === null && !sending.isPending;
  const chooseReading = sent?.importId === importId ? (choice: FileChoice) => send(sent.file, choice) : undefined;
  return (
    <Dialog
      title={result?.fileName ?? t('shipments:customers.import.title')}
      onClose={onClose}
      size={importId === null ? 620 : 760}
      footer={result && <Buttons key={result.id} result={result} onImport={onImport} onClose={onClose} />}
    >
      <div className="stack">
        {sending.problem && (
          <Note tone="danger" role="alert">
            {sending.problem}
          </Note>
        )}
        {sending.isPending && <ImportProgress title={t('shipments:customers.import.sending')} part={undefined} />}
        {isChoosing && <ChooseReport onFile={(file) => send(file)} onImport={onImport} />}
        {query.isError && (
          <ErrorState
            error={query.error}
            record={t('shipments:customers.import.entity')}
            onRetry={() => void query.refetch()}
          />
        )}
        {importId !== null && query.isPending && <Skeleton height={200} role="status" aria-label={t('loading')} />}
        {result && isRunning(result.state) && (
          <ImportProgress
            title={t(`shipments:customers.import.${TITLES[result.state]}`)}
            part={partOf(result)}
            canClose
          />
        )}
        {result?.reading && !isRunning(result.state) && (
          <FileReadings reading={result.reading} onChoose={result.state === 'CHECKED' ? chooseReading : undefined} />
        )}
        {result && !isRunning(result.state) && <OrderImportResult result={result} onSkus={onSkus} />}
      </div>
    </Dialog>
  );
}

/** Sends a report, also once more where another sheet or encoding of it is chosen. */
function useSending(onImport: DialogProps['onImport']) {
  const t = useT();
  const [sent, setSent] = useState<{ readonly file: File; readonly importId: string; readonly choice: FileChoice }>();
  const sending = useWrite({
    send: async ({ file, choice, replaces }: { file: File; choice: FileChoice; replaces: string | undefined }) => {
      const made = await call(createOrderImport, { file, query: { dryRun: 'true', ...choice } });
      if (replaces !== undefined) await call(cancelOrderImport, { params: { importId: replaces } });
      return made;
    },
    failure: { verb: 'create', entity: t('shipments:customers.import.entity') },
    isShownInline: true,
    onSuccess: ({ id }, { file, choice }) => {
      refreshOrders();
      setSent({ file, choice, importId: id });
      onImport(id);
    },
  });
  const send = (file: File, choice: FileChoice = {}) =>
    sending.mutate(
      file === sent?.file
        ? { file, choice: { ...sent.choice, ...choice }, replaces: sent.importId }
        : { file, choice, replaces: undefined },
    );
  return { sent, sending, send };
}

/** Refetches what depends on customer orders. */
function refreshOrders(): void {
  for (const topic of ['orders', 'order-imports', 'stock'] as const)
    void queryClient.invalidateQueries({ queryKey: [topic] });
}

const TITLES = { PENDING: 'checking', CHECKING: 'checking', IMPORTING: 'storing', UNDOING: 'undoing' } as const;
const isRunning = (state: OrderImport['state']): state is keyof typeof TITLES => state in TITLES;
const partOf = ({ progress }: OrderImport): number | undefined =>
  progress?.total ? progress.done / progress.total : undefined;

interface ProgressProps {
  readonly title: string;
  /** From 0 to 1; undefined while it is not known. */
  readonly part: number | undefined;
  readonly canClose?: boolean;
}

/** How far an import is. */
function ImportProgress({ title, part, canClose = false }: ProgressProps) {
  const t = useT();
  const percent = percentOf(part);
  return (
    <div className="stack">
      <p role="status">
        {title} {percent !== undefined && <span className="num">{formatPercent(percent, 0)}</span>}
      </p>
      <ProgressBar title={title} percent={percent} />
      {canClose && <p className="muted">{t('shipments:customers.import.goesOn')}</p>}
    </div>
  );
}

const CHANGES = { start: startOrderImport, cancel: cancelOrderImport, undo: undoOrderImport } as const;

type ButtonsProps = Pick<DialogProps, 'onImport' | 'onClose'> & { readonly result: OrderImport };

function Buttons({ result: { id, state, counts, canUndo }, onImport, onClose }: ButtonsProps) {
  const t = useT();
  const changing = useWrite({
    send: (change: keyof typeof CHANGES, key) =>
      call(CHANGES[change], { params: { importId: id }, idempotencyKey: key() }),
    failure: { verb: 'update', entity: t('shipments:customers.import.entity') },
    onSuccess: refreshOrders,
  });
  const isBusy = (change: keyof typeof CHANGES) => changing.isPending && changing.variables === change;
  const mayWrite = usePermission(startOrderImport);
  if (!mayWrite.allowed) return <ActionButton onClick={onClose}>{t('close')}</ActionButton>;
  const lines = counts.create + counts.update;
  if (state === 'CHECKED')
    return (
      <>
        <ActionButton loading={isBusy('cancel')} onClick={() => changing.mutate('cancel')}>
          {t('shipments:customers.import.cancel')}
        </ActionButton>
        <DialogButtons
          action={t('shipments:customers.import.start', { count: lines, formatted: formatCount(lines) })}
          onCancel={onClose}
          onAction={() => changing.mutate('start')}
          isBusy={isBusy('start')}
          isBlocked={lines === 0}
        />
      </>
    );
  const takeBack = async () => {
    const isSure = await confirm({
      title: t('shipments:customers.import.undoTitle'),
      body: t('shipments:customers.import.undoBody'),
      action: t('shipments:customers.import.undo'),
      danger: true,
    });
    if (isSure) changing.mutate('undo');
  };
  return (
    <>
      {canUndo && (
        <ActionButton icon={IconArrowBackUp} loading={isBusy('undo')} onClick={() => void takeBack()}>
          {t('shipments:customers.import.undo')}
        </ActionButton>
      )}
      {!isRunning(state) && (
        <ActionButton onClick={() => onImport('new')}>{t('shipments:customers.import.another')}</ActionButton>
      )}
      <ActionButton variant="filled" onClick={onClose}>
        {t('close')}
      </ActionButton>
    </>
  );
}
