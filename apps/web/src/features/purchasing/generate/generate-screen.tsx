import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { generatePurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { IconDownload, IconFileText, IconLock, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { DocumentViewer } from '../../../components/document-viewer/document-viewer.tsx';
import { usePreparedPdf } from '../../../components/document-viewer/use-pdf.ts';
import { CheckInput, TextAreaInput } from '../../../components/form/inputs.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatFileSize } from '../../../lib/document-file.ts';
import { formatRelative } from '../../../lib/words/format.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { paths } from '../../../lib/paths.ts';
import { saveBlob } from '../../../lib/page/save-blob.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { OrderStatus } from '../list/purchase-order-columns.tsx';
import split from '../../../components/ui/split.module.css';
import classes from './generate.module.css';
import { Missing } from './missing.tsx';
import { firstChoices, type PdfChoices, revisionOf, useGenerate, usePdfPreview } from './pdf-choices.ts';

const PHONE = '(max-width: 767px)';

/** The choices of what the PDF shows, beside the PDF as it would be generated with them. */
export function GenerateScreen({ order }: { order: PurchaseOrderWithItems }) {
  const t = useT();
  usePreparedPdf();
  const permission = usePermission(generatePurchaseOrderPdf);
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const [choices, setChoices] = useState(() => firstChoices(order));
  const preview = usePdfPreview(order, choices);
  const generate = useGenerate(order, (revision) =>
    toast('success', t('purchasing:generate.done', { number: order.poNumber, revision })),
  );
  const shown = preview.data;
  const revision = shown && revisionOf(shown.name);
  // Only what is generated has the number of its newest revision; anything else becomes the next one.
  const isNewest = revision !== undefined && order.generated?.revision === revision && !preview.isPlaceholderData;
  const warning = shown?.warning;
  const blocked = order.can.generate.allowed ? (warning ?? null) : order.can.generate.reason;
  const press = () => !generate.isPending && generate.mutate(choices);
  useKeys({ 'Ctrl Enter': permission.allowed && blocked === null && !isNewest ? press : undefined });
  const pages = (
    <div className={classes.pages}>
      {shown ? (
        <DocumentViewer
          document={{
            // Each answer is a document of its own.
            id: `preview ${order.id} ${preview.dataUpdatedAt}`,
            versionNumber: revision ?? 1,
            fileName: shown.name,
            contentType: 'application/pdf',
            size: shown.blob.size,
            bytes: shown.blob,
          }}
        />
      ) : preview.isError ? (
        <div className={classes.state}>
          <ErrorState
            error={preview.error}
            record={t('purchasing:preview.entity')}
            onRetry={() => void preview.refetch()}
          />
        </div>
      ) : (
        <div className={classes.state} role="status" aria-label={t('documents:viewer.loading')} />
      )}
    </div>
  );
  const form = (
    <div className={classes.choices}>
      {!permission.allowed && (
        <Note tone="neutral" icon={IconLock}>
          {permission.reason}
        </Note>
      )}
      <Missing order={order} />
      {warning && <Note tone="warning">{warning}</Note>}
      {preview.isError && shown && (
        <Note tone="danger" role="alert">
          {t('purchasing:generate.previewFailed')}
        </Note>
      )}
      {generate.problem && (
        <Note tone="danger" role="alert">
          {generate.problem}
        </Note>
      )}
      <Revision order={order} revision={revision} isNewest={isNewest} size={shown?.blob.size} />
      <Choices choices={choices} onChange={(part) => setChoices({ ...choices, ...part })} />
    </div>
  );
  return (
    <PageFrame
      title={t('purchasing:generate.title', { number: order.poNumber })}
      layout={isPhone ? 'document' : 'split'}
      breadcrumb={[
        { label: t('purchasing:title'), to: paths.purchaseOrders() },
        { label: order.poNumber, to: paths.purchaseOrder(order.id) },
      ]}
      badges={<OrderStatus order={order} />}
      actions={
        <>
          <ActionButton
            icon={IconDownload}
            disabled={shown === undefined}
            onClick={() => shown && saveBlob(shown.blob, shown.name)}
          >
            {t(isNewest ? 'purchasing:generate.download' : 'purchasing:generate.downloadPreview')}
          </ActionButton>
          {isNewest ? (
            <ActionButton variant="filled" icon={IconSend} to={paths.purchaseOrderSend(order.id)}>
              {t('purchasing:generate.send')}
            </ActionButton>
          ) : (
            <ActionButton
              variant="filled"
              icon={IconFileText}
              permission={permission}
              blocked={blocked}
              loading={generate.isPending}
              keys="Ctrl ↵"
              onClick={press}
            >
              {t(order.generated === null ? 'purchasing:generate.action' : 'purchasing:generate.again', {
                revision: revision ?? (order.generated?.revision ?? 0) + 1,
              })}
            </ActionButton>
          )}
        </>
      }
    >
      <div className={`${split.split} ${classes.beside}`} data-phone={isPhone || undefined}>
        {form}
        {pages}
      </div>
    </PageFrame>
  );
}

interface RevisionProps {
  readonly order: PurchaseOrderWithItems;
  readonly revision: number | undefined;
  readonly isNewest: boolean;
  readonly size: number | undefined;
}

/** Which revision the shown PDF is or becomes, and which one the supplier has. */
function Revision({ order, revision, isNewest, size }: RevisionProps) {
  const t = useT();
  const { generated, sent } = order;
  if (revision === undefined) return null;
  const words = isNewest
    ? t('purchasing:generate.isNewest', { revision, when: formatRelative(generated?.at ?? '') })
    : generated
      ? t('purchasing:generate.becomes', { revision, before: generated.revision, when: formatRelative(generated.at) })
      : t('purchasing:generate.first', { revision });
  return (
    <Card title={t('purchasing:generate.revision', { revision })} hint={size !== undefined && formatFileSize(size)}>
      <p>{words}</p>
      {order.status === 'DRAFT' && <p>{t('purchasing:generate.opens')}</p>}
      <p className="quiet">
        {sent
          ? t('purchasing:generate.sentBefore', { revision: sent.revision, when: formatRelative(sent.at) })
          : t('purchasing:generate.notSent')}
      </p>
    </Card>
  );
}

function Choices({ choices, onChange }: { choices: PdfChoices; onChange: (part: Partial<PdfChoices>) => void }) {
  const t = useT();
  const check = (name: 'showPrices' | 'showBankingDetails' | 'showInternalNumber') => (
    <CheckInput
      label={t(`purchasing:generate.${name}`)}
      description={name === 'showBankingDetails' ? t('purchasing:generate.bankingHint') : undefined}
      checked={choices[name]}
      onChange={(isShown) => onChange({ [name]: isShown })}
    />
  );
  return (
    <Card title={t('purchasing:generate.choices')}>
      <div className="stack">
        <div>
          <div className="field-label">{t('purchasing:generate.paper')}</div>
          <SegmentedControl
            aria-label={t('purchasing:generate.paper')}
            value={choices.paperSize}
            data={[
              { value: 'A4', label: t('purchasing:generate.A4') },
              { value: 'LETTER', label: t('purchasing:generate.LETTER') },
            ]}
            onChange={(paperSize) => onChange({ paperSize: paperSize === 'LETTER' ? 'LETTER' : 'A4' })}
          />
        </div>
        {check('showPrices')}
        {check('showBankingDetails')}
        {check('showInternalNumber')}
        <TextAreaInput
          label={t('purchasing:field.notes')}
          description={t('purchasing:generate.notesHint')}
          value={choices.notes}
          maxLength={5000}
          autosize
          minRows={3}
          onChange={(notes) => onChange({ notes })}
        />
      </div>
    </Card>
  );
}
