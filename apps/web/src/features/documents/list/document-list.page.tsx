import { Skeleton } from '@mantine/core';
import { type Document, uploadDocument } from '@quayside/contracts/documents/documents';
import { DOCUMENT_EXPORT, exportDocuments } from '@quayside/contracts/exports';
import { DOCUMENT_TYPES } from '@quayside/domain/lists';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Chooser } from '../../../components/form/chooser.tsx';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { ExportButton } from '../../../components/data-grid/export/export-menu.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame, type PageTab } from '../../../components/ui/page-frame.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { documentsQuery } from '../api.ts';
import { DocumentDrop, UploadButton } from '../document-drop.tsx';
import { DocumentPanel } from './document-panel.tsx';
import { DocumentTable } from './document-table.tsx';
import { filterOf, isFiltered, type ListState, paramsOf, stateOf } from './list-state.ts';
import classes from './list.module.css';

/** The page with all documents of the account, which can be searched by name and text. */
export function DocumentListPage({ tabs }: { tabs: readonly PageTab[] }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const state = stateOf(params);
  const query = useQuery(documentsQuery(filterOf(state)));
  const permission = usePermission(uploadDocument);
  const documents = query.data;
  const open = documents?.find(({ id }) => id === state.open);
  const change = (next: Partial<ListState>) =>
    setParams((now) => paramsOf({ ...stateOf(now), ...next }), { replace: true, flushSync: true });
  return (
    <DocumentDrop fill>
      <PageFrame
        title={t('documents:title')}
        tabs={tabs}
        count={documents && t('documents:count', { count: documents.length })}
        actions={<UploadButton variant="filled" />}
        aside={open && <DocumentPanel key={open.id} document={open} onClose={() => change({ open: '' })} />}
      >
        <Filters state={state} rows={documents?.length} onChange={change} />
        {query.isError && (
          <ErrorState error={query.error} entity={t('documents:entities')} onRetry={() => void query.refetch()} />
        )}
        {documents && documents.length > 0 && (
          <DocumentTable
            documents={documents}
            isStale={query.isPlaceholderData || query.isError}
            search={state.search}
            page={state.page}
            openId={open?.id}
            onPage={(page) => change({ page })}
            onOpen={(id) => change({ open: id })}
          />
        )}
        {documents?.length === 0 && (
          <Nothing
            isFilteredOut={isFiltered(state)}
            canAdd={permission.allowed}
            onClear={() => setParams({}, { replace: true })}
          />
        )}
        {query.isPending && <Waiting />}
      </PageFrame>
    </DocumentDrop>
  );
}

function Waiting() {
  const label = useT()('loading');
  return (
    <div className={classes.waiting} role="status" aria-label={label}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={34} />
      ))}
    </div>
  );
}

function Nothing({ isFilteredOut, canAdd, onClear }: { isFilteredOut: boolean; canAdd: boolean; onClear: () => void }) {
  const t = useT();
  return (
    <Card flush>
      {isFilteredOut ? (
        <EmptyState
          icon={IconSearch}
          title={t('documents:list.noMatchTitle')}
          actions={<ActionButton onClick={onClear}>{t('documents:list.clear')}</ActionButton>}
        >
          {t('documents:list.noMatchBody')}
        </EmptyState>
      ) : (
        <EmptyState icon={IconFileText} title={t('documents:list.emptyTitle')} actions={canAdd && <UploadButton />}>
          {t('documents:list.emptyBody')}
        </EmptyState>
      )}
    </Card>
  );
}

interface FiltersProps {
  readonly state: ListState;
  readonly rows: number | undefined;
  readonly onChange: (next: Partial<ListState>) => void;
}

function Filters({ state, rows, onChange }: FiltersProps) {
  const t = useT();
  const words = t('views:exportAs', {
    rows: t('views:rows', { count: rows ?? 0, formatted: formatCount(rows ?? 0) }),
    columns: t('views:columns', { count: Object.keys(DOCUMENT_EXPORT).length }),
  });
  return (
    <div className={classes.filters} role="search">
      <SearchField
        className={classes.search}
        value={state.search}
        label={t('documents:list.searchLabel')}
        placeholder={t('documents:list.search')}
        onSearch={(search) => onChange({ search, page: 1 })}
      />
      <Chooser
        size="xs"
        w={170}
        aria-label={t('documents:list.type')}
        placeholder={t('documents:list.allTypes')}
        clearable
        value={state.type === '' ? null : state.type}
        data={DOCUMENT_TYPES.map((value: Document['documentType']) => ({
          value,
          label: t(`documents:types.${value}`),
        }))}
        onChange={(value) => onChange({ type: (value as ListState['type'] | null) ?? '', page: 1 })}
      />
      <CheckInput
        label={t('documents:list.unattached')}
        checked={state.unattached}
        onChange={(next) => onChange({ unattached: next, page: 1 })}
      />
      <div className={classes.export}>
        <ExportButton
          endpoint={exportDocuments}
          name={t('documents:title')}
          rows={rows}
          choices={[{ words, input: (format) => ({ query: { ...filterOf(state), format } }) }]}
        />
      </div>
    </div>
  );
}
