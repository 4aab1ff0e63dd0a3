import { Button, Skeleton } from '@mantine/core';
import type { Product } from '@quayside/contracts/products/products';
import type { ChangelogSource } from '@quayside/domain/lists';
import { IconHistory, IconSearchOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { Chooser } from '../../../components/form/chooser.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { CHANGELOG_FIELDS, fieldWord } from '../product-words.ts';
import { useChangelog, useChangelogSources } from './api.ts';
import { type ChangelogFilter, filterOf, isFiltered, paramsOf } from './changelog-filter.ts';
import { ChangelogTable } from './changelog-table.tsx';
import classes from './changelog.module.css';

/** The tab with the changelog of a product. Individual changes can be reverted there. */
export function ChangelogTab({ product, onWritten }: { product: Product; onWritten: (version: number) => void }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => filterOf(params), [params]);
  const change = (next: Partial<ChangelogFilter>) => setParams(paramsOf({ ...filter, ...next }), { replace: true });
  const log = useChangelog(product.id, filter);
  const entries = log.data?.pages.flatMap((page) => page.content) ?? [];
  const first = log.data?.pages[0];
  return (
    <Card
      title={t('products:tab.changelog')}
      hint={
        first &&
        t(first.totalIsCapped ? 'products:changelog.countMany' : 'products:changelog.count', {
          count: first.totalElements,
          formatted: formatCount(first.totalElements),
        })
      }
      flush
    >
      <Filters filter={filter} onChange={change} />
      {log.isPending && (
        <div className={classes.waiting} role="status" aria-label={t('loading')}>
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} height={18} radius={6} />
          ))}
        </div>
      )}
      {log.isError && (
        <div className={classes.waiting}>
          <ErrorState error={log.error} entity={t('products:changelog.entity')} onRetry={() => void log.refetch()} />
        </div>
      )}
      {first && entries.length === 0 && (
        <Nothing isFiltered={isFiltered(filter)} onClear={() => change({ search: '', source: null, field: null })} />
      )}
      {entries.length > 0 && <ChangelogTable product={product} entries={entries} onWritten={onWritten} />}
      {log.hasNextPage && (
        <p className={classes.foot}>
          <Button size="xs" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('products:changelog.older')}
          </Button>
        </p>
      )}
    </Card>
  );
}

function Nothing({ isFiltered: filtered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useT();
  if (!filtered)
    return (
      <EmptyState icon={IconHistory} title={t('products:changelog.emptyTitle')}>
        {t('products:changelog.emptyBody')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('products:changelog.noMatch')}
      actions={<Button onClick={onClear}>{t('grid.clearFilters')}</Button>}
    >
      {t('products:changelog.noMatchBody')}
    </EmptyState>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: ChangelogFilter;
  onChange: (next: Partial<ChangelogFilter>) => void;
}) {
  const t = useT();
  const sources = useChangelogSources().data ?? [];
  const fields = useMemo(
    () =>
      CHANGELOG_FIELDS.map((value) => ({ value, label: fieldWord(value, t) })).toSorted((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [t],
  );
  return (
    <div className={classes.filters} role="search">
      <SearchField
        className={classes.search}
        label={t('products:changelog.search')}
        placeholder={t('products:changelog.search')}
        value={filter.search}
        onSearch={(search) => onChange({ search })}
      />
      <Chooser
        aria-label={t('products:changelog.sourceFilter')}
        placeholder={t('products:changelog.sourceFilter')}
        data={sources.map(({ value }) => ({
          value,
          label: t(`products:changelog.source.${value as ChangelogSource}`),
        }))}
        value={filter.source}
        clearable
        clearButtonProps={{ 'aria-label': t('grid.removeFilter', { name: t('products:changelog.sourceFilter') }) }}
        onChange={(source) => onChange({ source: source as ChangelogSource | null })}
      />
      <Chooser
        aria-label={t('products:changelog.fieldFilter')}
        placeholder={t('products:changelog.fieldFilter')}
        data={fields}
        value={filter.field}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('grid.removeFilter', { name: t('products:changelog.fieldFilter') }) }}
        onChange={(field) => onChange({ field })}
      />
    </div>
  );
}
