import { getOrderImportErrorFile, type OrderImport } from '@quayside/contracts/stock/order-imports';
import { chooseSalePlace, type SalePlace } from '@quayside/contracts/stock/sale-places';
import { IconBarcode, IconFileDownload, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { SimpleRows } from '../../../components/import/dialog/simple-rows.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { KeyValues } from '../../../components/ui/card.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { callFile } from '../../../lib/api/call.ts';
import { saveBlob } from '../../../lib/page/save-blob.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { channelName } from '../place-words.ts';
import { ChoiceDialog } from '../customers/sale-places-dialog.tsx';

const COUNTS = ['create', 'update', 'same', 'older', 'fail'] as const;

interface ResultProps {
  readonly result: OrderImport;
  readonly onSkus: () => void;
}

/** What an import did, or would do: its counts, the errors by row, and what has no product or no place yet. */
export function OrderImportResult({ result, onSkus }: ResultProps) {
  const t = useT();
  const { state, counts, failure, sameFileAs, unknownSkuCount, undo } = result;
  return (
    <div className="stack">
      <p role="status">
        {t(`shipments:customers.import.state.${state}`)} ·{' '}
        {t('shipments:customers.import.rows', { count: counts.rows, formatted: formatCount(counts.rows) })}
      </p>
      {failure !== null && (
        <Note tone="danger" role="alert">
          {failure}
        </Note>
      )}
      {result.isMixed && <Note tone="warning">{t('imports:mixed')}</Note>}
      {undo !== null && (
        <p>
          {t('shipments:customers.import.undone', {
            removed: formatCount(undo.removed),
            restored: formatCount(undo.restored),
            kept: formatCount(undo.kept),
          })}
        </p>
      )}
      {sameFileAs !== null && state === 'CHECKED' && <Note tone="info">{t('shipments:customers.import.same')}</Note>}
      <KeyValues
        items={COUNTS.map((key) => ({
          label: t(`shipments:customers.import.counts.${key}`),
          value: formatCount(counts[key]),
        }))}
      />
      {unknownSkuCount > 0 && <UnknownSkus result={result} onSkus={onSkus} />}
      <WithoutPlace result={result} />
      {result.errorCount > 0 && <Errors result={result} />}
    </div>
  );
}

function UnknownSkus({
  result: { state, unknownSkus, unknownSkuCount },
  onSkus,
}: {
  result: OrderImport;
  onSkus: () => void;
}) {
  const t = useT();
  const words = t('shipments:customers.skus.action', {
    count: unknownSkuCount,
    formatted: formatCount(unknownSkuCount),
  });
  return (
    <Note tone="warning" icon={IconBarcode}>
      <b>{words}:</b>{' '}
      {unknownSkus
        .slice(0, 5)
        .map(({ sku }) => sku)
        .join(', ')}
      {unknownSkuCount > 5 && ', …'}
      <br />
      {t('shipments:customers.skus.hint')}{' '}
      {state === 'IMPORTED' && (
        <ActionButton size="xs" onClick={onSkus}>
          {t('shipments:customers.skus.title')}
        </ActionButton>
      )}
    </Note>
  );
}

/** Sales of channels that are not known wait for their place, which is chosen once, also before they are stored. */
function WithoutPlace({ result }: { result: OrderImport }) {
  const t = useT();
  const mayChoose = usePermission(chooseSalePlace);
  const [chosen, setChosen] = useState<SalePlace>();
  const waiting = result.salePlaces.filter(({ place, source }) => place === null && source === 'CHANNEL');
  if (chosen) return <ChoiceDialog sales={chosen} onClose={() => setChosen(undefined)} />;
  if (waiting.length === 0) return null;
  const words = { count: waiting.length, formatted: formatCount(waiting.length) };
  return (
    <Note tone="warning" icon={IconMapPin}>
      <b>{t('shipments:customers.places.toChoose', words)}.</b> {t('shipments:customers.places.hint')}
      <ul>
        {waiting.map((sales) => {
          const name = channelName(t, sales.channel ?? '');
          return (
            <li key={name}>
              {name}{' '}
              {mayChoose.allowed && (
                <ActionButton
                  size="xs"
                  aria-label={t('shipments:customers.places.chooseOf', { name })}
                  onClick={() => setChosen({ ...sales, rules: [] })}
                >
                  {t('shipments:customers.places.choose')}
                </ActionButton>
              )}
            </li>
          );
        })}
      </ul>
    </Note>
  );
}

function Errors({ result: { id, errors, hasErrorFile } }: { result: OrderImport }) {
  const t = useT();
  const file = useWrite({
    send: async () => {
      const { blob, name } = await callFile(getOrderImportErrorFile, { params: { importId: id } });
      saveBlob(blob, name);
    },
    failure: { verb: 'get', entity: t('imports:errorFileEntity') },
  });
  return (
    <section aria-label={t('imports:errorsByCell')}>
      <p className="row">
        {t('shipments:customers.import.leftOut')}{' '}
        {hasErrorFile && (
          <ActionButton size="xs" icon={IconFileDownload} loading={file.isPending} onClick={() => file.mutate()}>
            {t('imports:errorFile')}
          </ActionButton>
        )}
      </p>
      <SimpleRows
        label={t('imports:errorsByCell')}
        heads={[t('imports:row'), t('imports:ofColumn'), t('imports:cell'), t('imports:problem')]}
        rows={errors.map(({ row, column, value, reason }) => [formatCount(row), column, value, reason])}
      />
    </section>
  );
}
