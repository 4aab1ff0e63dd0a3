import { Skeleton } from '@mantine/core';
import {
  cancelOrderImport,
  createOrderImport,
  getOrderImport,
  type OrderImport,
  startOrderImport,
  undoOrderImport,
} from '@quayside/contracts/order-imports';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { confirm, Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/format.ts';
import { queryClient, read } from '../../../lib/query-client.ts';
import { useWrite } from '../../../lib/write.ts';
import { ChooseReport } from './choose-report.tsx';
import { ImportProgress, OrderImportResult } from './order-import-result.tsx';

interface DialogProps {
  /** Null until a report was sent. */
  readonly importId: string | null;
  readonly onImport: (id: string) => void;
  readonly onSkus: () => void;
  readonly onClose: () => void;
}

/** Imports customer orders from a report. Before anything is stored, it shows what the import would do. */
export function ImportOrdersDialog({ importId, onImport, onClose, ...rest }: DialogProps) {
  return importId === null ? (
    <Choosing onImport={onImport} onClose={onClose} />
  ) : (
    <Opened key={importId} importId={importId} onImport={onImport} onClose={onClose} {...rest} />
  );
}

function Choosing({ onImport, onClose }: Pick<DialogProps, 'onImport' | 'onClose'>) {
  const t = useT();
  const sending = useWrite({
    send: (file: File, key) => call(createOrderImport, { file, query: { dryRun: 'true' }, idempotencyKey: key() }),
    failure: { verb: 'create', entity: t('shipments:customers.import.entity') },
    isShownInline: true,
    onSuccess: ({ id }) => {
      refreshOrders();
      onImport(id);
    },
  });
  return (
    <Dialog title={t('shipments:customers.import.title')} onClose={onClose} size={620}>
      <div className="stack">
        {sending.problem && (
          <Note tone="danger" role="alert">
            {sending.problem}
          </Note>
        )}
        {sending.isPending ? (
          <ImportProgress title={t('shipments:customers.import.sending')} part={undefined} />
        ) : (
          <ChooseReport onFile={(file) => sending.mutate(file)} onImport={onImport} />
        )}
      </div>
    </Dialog>
  );
}

/** Refetches what depends on customer orders. */
function refreshOrders(): void {
  for (const topic of ['orders', 'order-imports', 'stock'] as const)
    void queryClient.invalidateQueries({ queryKey: [topic] });
}

const TITLES = { PENDING: 'checking', CHECKING: 'checking', IMPORTING: 'storing', UNDOING: 'undoing' } as const;
const isRunning = (state: OrderImport['state']): state is keyof typeof TITLES => state in TITLES;

function Opened({ importId, onImport, onSkus, onClose }: DialogProps & { readonly importId: string }) {
  const t = useT();
  const query = useQuery(read('order-imports', getOrderImport, { params: { importId } }));
  const result = query.data;
  return (
    <Dialog
      title={result?.fileName ?? t('shipments:customers.import.title')}
      onClose={onClose}
      size={760}
      footer={result && <Buttons result={result} onImport={onImport} onClose={onClose} />}
    >
      {query.isError && (
        <ErrorState
          error={query.error}
          record={t('shipments:customers.import.entity')}
          onRetry={() => void query.refetch()}
        />
      )}
      {!result && !query.isError && <Skeleton height={200} role="status" aria-label={t('loading')} />}
      {result && isRunning(result.state) && (
        <ImportProgress
          title={t(`shipments:customers.import.${TITLES[result.state]}`)}
          part={partOf(result)}
          canClose
        />
      )}
      {result && !isRunning(result.state) && <OrderImportResult result={result} onSkus={onSkus} />}
    </Dialog>
  );
}

const partOf = ({ progress }: OrderImport): number | undefined =>
  progress?.total ? progress.done / progress.total : undefined;

function Buttons({
  result,
  onImport,
  onClose,
}: Pick<DialogProps, 'onImport' | 'onClose'> & { result: OrderImport }): ReactNode {
  const t = useT();
  const { state, counts, canUndo } = result;
  const onSuccess = refreshOrders;
  const failure = { verb: 'update', entity: t('shipments:customers.import.entity') } as const;
  const start = useWrite({
    send: (importId: string, key) => call(startOrderImport, { params: { importId }, idempotencyKey: key() }),
    failure,
    onSuccess,
  });
  const cancel = useWrite({
    send: (importId: string, key) => call(cancelOrderImport, { params: { importId }, idempotencyKey: key() }),
    failure,
    onSuccess,
  });
  const undo = useWrite({
    send: (importId: string, key) => call(undoOrderImport, { params: { importId }, idempotencyKey: key() }),
    failure,
    onSuccess,
  });
  const mayWrite = usePermission(startOrderImport);
  if (!mayWrite.allowed) return <ActionButton onClick={onClose}>{t('close')}</ActionButton>;
  const lines = counts.create + counts.update;
  if (state === 'CHECKED')
    return (
      <>
        <ActionButton loading={cancel.isPending} onClick={() => cancel.mutate(result.id)}>
          {t('shipments:customers.import.cancel')}
        </ActionButton>
        <DialogButtons
          action={t('shipments:customers.import.start', { count: lines, formatted: formatCount(lines) })}
          onCancel={onClose}
          onAction={() => start.mutate(result.id)}
          isBusy={start.isPending}
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
    if (isSure) undo.mutate(result.id);
  };
  return (
    <>
      {canUndo && (
        <ActionButton icon={IconArrowBackUp} loading={undo.isPending} onClick={() => void takeBack()}>
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
