import { Skeleton } from '@mantine/core';
import {
  getShipmentPlanCsvDocument,
  getShipmentPlanEmail,
  type ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { sendEmailWithAttachments } from '@quayside/contracts/documents/sent-mails';
import { IconDownload, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailDraft } from '../../../components/mail/mail-draft.ts';
import { MailForm } from '../../../components/mail/mail-form.tsx';
import { SentMails } from '../../../components/mail/sent-mails.tsx';
import { SentNote } from '../../../components/mail/sent-note.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatRelative } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { saveBlob } from '../../../lib/page/save-blob.ts';
import { ShipmentChip } from '../shipment-chip.tsx';
import { CsvCard } from './csv-card.tsx';
import { mailText } from './mail-text.ts';
import { type PlanCsv, usePlanCsv } from './use-plan-csv.ts';

interface ScreenProps {
  readonly plan: ShipmentPlanWithPackLists;
}

/** The CSV of a plan, the mail to the forwarder, and what was sent before. Sending keeps the CSV as a document. */
export function SendPlanScreen({ plan }: ScreenProps) {
  const t = useT();
  const [sentTo, setSentTo] = useState<readonly string[]>();
  const csv = usePlanCsv(plan.id);
  const back = { to: paths.shipmentPlan(plan.id), words: t('shipments:plans.send.back') };
  return (
    <PageFrame
      title={t('shipments:plans.send.title', { number: plan.number })}
      shown={sentTo === undefined}
      breadcrumb={[
        { label: t('shipments:plans.title'), to: paths.shipmentPlans() },
        { label: plan.number, to: back.to },
      ]}
      badges={<ShipmentChip status={plan.status} method={plan.shippingMethod} />}
      actions={
        <ActionButton
          icon={IconDownload}
          disabled={!csv.data}
          onClick={() => csv.data && saveBlob(csv.data.blob, csv.data.name)}
        >
          {t('shipments:plans.send.download')}
        </ActionButton>
      }
    >
      <div className="stack">
        {plan.sentAt !== null && (
          <Note tone={plan.isChangedSinceSent ? 'warning' : 'neutral'} icon={IconSend}>
            {t(plan.isChangedSinceSent ? 'shipments:plans.changedSinceSent' : 'shipments:plans.sentNote', {
              when: formatRelative(plan.sentAt),
            })}
          </Note>
        )}
        <CsvCard csv={csv} />
        {sentTo ? (
          <SentNote
            sent={t('shipments:plans.send.sent')}
            recipients={sentTo}
            back={back}
            onAgain={() => setSentTo(undefined)}
          />
        ) : (
          <PlanMail plan={plan} csv={csv} onSent={setSentTo} />
        )}
        <SentMails entityType="SHIPMENT_PLAN" entityId={plan.id} />
      </div>
    </PageFrame>
  );
}

/** The mail as the server proposes it. */
function PlanMail({ plan, csv, onSent }: ScreenProps & { csv: PlanCsv; onSent: (to: readonly string[]) => void }) {
  const t = useT();
  const permission = usePermission(sendEmailWithAttachments);
  const { id } = plan;
  const proposed = useQuery({
    ...read('shipment-plans', getShipmentPlanEmail, { params: { id } }),
    select: ({ to, subject, body }): MailDraft => ({ to, cc: [], subject, body: mailText(body), documentIds: [] }),
  });
  if (proposed.isError && !proposed.data)
    return (
      <ErrorState
        error={proposed.error}
        record={t('shipments:plans.send.entity')}
        onRetry={() => void proposed.refetch()}
      />
    );
  if (!proposed.data) return <Skeleton height={320} role="status" aria-label={t('loading')} />;
  // Only the newest version of the CSV goes with the mail, and it always does.
  const documents = plan.uploadedDocuments.filter(({ contentType }) => !contentType.startsWith('text/csv'));
  return (
    <MailForm
      record={{
        entityType: 'SHIPMENT_PLAN',
        entityId: id,
        version: plan.version,
        documents,
        contact: plan.carrierContact,
        words: {
          form: t('shipments:plans.send.form'),
          action: t('shipments:plans.send.action'),
          sent: t('shipments:plans.send.sent'),
          failed: t('shipments:plans.send.failed'),
          entity: t('shipments:plans.entity'),
        },
      }}
      proposed={proposed.data}
      fixed={
        csv.data && {
          name: csv.data.name,
          size: csv.data.blob.size,
          onDownload: () => saveBlob(csv.data.blob, csv.data.name),
        }
      }
      keepFixed={async () => [(await call(getShipmentPlanCsvDocument, { params: { id } })).id]}
      permission={permission}
      blocked={csv.data ? null : t('shipments:plans.send.noCsv')}
      cancelTo={paths.shipmentPlan(id)}
      onSent={(recipients) => {
        onSent(recipients);
      }}
    />
  );
}
