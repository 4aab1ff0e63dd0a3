import { createOrderImport, listOrderImports } from '@quayside/contracts/stock/order-imports';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { ChooseFiles, DropTarget } from '../../../components/ui/drop-target.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatAgo } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';

const SHOWN = 5;

interface ChooseProps {
  readonly onFile: (file: File) => void;
  readonly onImport: (id: string) => void;
}

/** Chooses the report to import, or opens an earlier import. */
export function ChooseReport({ onFile, onImport }: ChooseProps) {
  const t = useT();
  const permission = usePermission(createOrderImport);
  const earlier = useQuery(read('order-imports', listOrderImports, { query: { size: SHOWN } })).data?.content ?? [];
  const take = ([file]: readonly File[]) => file && onFile(file);
  return (
    <DropTarget title={t('shipments:customers.import.file')} permission={permission} onFiles={take}>
      <div className="stack">
        <div className="row">
          <ChooseFiles
            label={t('shipments:customers.import.choose')}
            accept=".txt,.tsv,.csv,text/plain,text/tab-separated-values"
            permission={permission}
            variant="filled"
            onFiles={take}
          >
            {t('shipments:customers.import.choose')}
          </ChooseFiles>
        </div>
        <p className="muted">{t('shipments:customers.import.hint')}</p>
        <p className="muted">{t('shipments:customers.import.privacy')}</p>
        {earlier.length > 0 && (
          <section aria-label={t('shipments:customers.import.earlier')}>
            <h3 className="section-title">{t('shipments:customers.import.earlier')}</h3>
            {earlier.map(({ id, fileName, state, createdAt }) => (
              <p key={id}>
                <ActionButton size="xs" variant="subtle" onClick={() => onImport(id)}>
                  {fileName}
                </ActionButton>{' '}
                <span className="muted">
                  {t(`shipments:customers.import.state.${state}`)} · {formatAgo(createdAt)}
                </span>
              </p>
            ))}
          </section>
        )}
      </div>
    </DropTarget>
  );
}
