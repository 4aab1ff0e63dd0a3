import { uploadDocument } from '@quayside/contracts/documents/documents';
import { createInvoice, invoiceTotals, listInvoices } from '@quayside/contracts/invoices/invoices';
import { useQueries, useQuery } from '@tanstack/react-query';
import { IconFileText, IconLock } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { KeyHint, Stat } from '../../components/ui/figures.tsx';
import { Money } from '../../components/ui/money.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { StatusChip } from '../../components/ui/status-chip.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';
import { DocumentDrop, UploadButton } from '../../features/documents/document-drop.tsx';
import { OnboardingCard } from '../../features/onboarding/onboarding-card.tsx';
import { WelcomeDialog } from '../../features/profile/welcome-dialog.tsx';
import { useT, useText } from '../../i18n/i18n.ts';
import { useAccount, usePermission, useRoles } from '../../lib/session/account.ts';
import { formatCount, formatInstant, formatRelative, formatToday, langOf } from '../../lib/words/format.ts';
import type { Figure } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/api/query-client.ts';
import { FEATURES } from '../features.ts';
import { useAddEntries } from '../shell/add-entries.ts';
import { addNewDialog } from '../shell/drawer-state.ts';
import classes from './pages.module.css';
import { WaitingCard } from './waiting-card.tsx';

/** The home screen: records that need attention, recent changes, and shortcuts to add records. */
export function DashboardPage() {
  const t = useT();
  const { me, settings } = useAccount();
  const hour = new Date().getHours();
  const greeting = t(
    hour < 12
      ? 'shell:dashboardPage.morning'
      : hour < 18
        ? 'shell:dashboardPage.afternoon'
        : 'shell:dashboardPage.evening',
    {
      name: me.firstName,
    },
  );
  const today = formatToday(settings.timeZone);
  const title = me.firstName ? greeting : t('shell:dashboard');
  if (!settings.isManagementSectionEnabled)
    return (
      <PageFrame title={title} count={today}>
        <WelcomeDialog />
        <OnboardingCard />
        <SectionOff />
      </PageFrame>
    );
  return (
    <DocumentDrop fill>
      <PageFrame title={title} count={today}>
        <WelcomeDialog />
        <OnboardingCard />
        <Management currency={settings.currency} />
      </PageFrame>
    </DocumentDrop>
  );
}

/** The home screen of an account without the management section. */
function SectionOff() {
  const t = useT();
  const { isAdmin } = useRoles();
  return (
    <EmptyState
      icon={IconLock}
      title={t('shell:sectionOff.title')}
      actions={
        isAdmin && (
          <ActionButton variant="filled" to={paths.accountSettings()}>
            {t('shell:sectionOff.action')}
          </ActionButton>
        )
      }
    >
      {t(isAdmin ? 'shell:sectionOff.admin' : 'shell:sectionOff.viewer')}
    </EmptyState>
  );
}

/** The figures of all features. */
const FIGURES = FEATURES.flatMap(({ figures = [] }) => figures);

function Management({ currency }: { currency: string }) {
  const t = useT();
  const invoices = useQuery(read('invoices', invoiceTotals, {}));
  const values = useQueries({ queries: FIGURES.map(({ value }) => value) });
  const failed = [invoices, ...values].filter((query) => query.isError);
  if (failed[0])
    return (
      <ErrorState
        error={failed[0].error}
        record={t('shell:dashboardPage.figures')}
        onRetry={() => failed.forEach((query) => void query.refetch())}
      />
    );
  if (invoices.data?.count === 0) return <WithoutInvoices />;
  return (
    <>
      <div className={classes.stats}>
        {FIGURES.map((figure, index) => (
          <FigureCard key={figure.key} figure={figure} value={values[index]?.data} currency={currency} />
        ))}
      </div>
      <div className={classes.row}>
        <div className="stack">
          <WaitingCard currency={currency} />
          <RecentInvoices />
        </div>
        <QuickAdd />
      </div>
    </>
  );
}

function FigureCard({
  figure: { label, detail, link },
  value,
  currency,
}: {
  figure: Figure;
  value: { readonly count: number } | { readonly money: string } | undefined;
  currency: string;
}) {
  const text = useText();
  const parts = useQuery(detail).data;
  return (
    <Stat
      label={text(label)}
      value={value && ('money' in value ? <Money value={value.money} currency={currency} /> : formatCount(value.count))}
      detail={(parts ?? []).map((part, at) => (
        <Fragment key={part.text}>
          {at > 0 && ' · '}
          {text(part.text, { count: part.count ?? 0 })}
          {part.money !== undefined && (
            <>
              {' '}
              <Money value={part.money} currency={currency} />
            </>
          )}
        </Fragment>
      ))}
      link={{ label: text(link.label), to: link.to }}
    />
  );
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/**
 * A placeholder with the height of one invoice in the list, so that the content below does not move when the data
 * arrives.
 */
const PlaceOfInvoice = () => (
  <tr aria-hidden>
    <td colSpan={5} />
  </tr>
);

function RecentInvoices() {
  const t = useT();
  const recent = useQuery(read('invoices', listInvoices, { query: { size: PLACES.length, sort: ['updatedAt,desc'] } }));
  return (
    <Card
      title={t('shell:dashboardPage.recent')}
      end={
        <Link to={paths.invoices()} className={classes.viewAll}>
          {t('shell:dashboardPage.viewAllInvoices')}
        </Link>
      }
      flush
    >
      {recent.isError && (
        <ErrorState
          error={recent.error}
          entity={t('shell:dashboardPage.invoices')}
          onRetry={() => void recent.refetch()}
        />
      )}
      <SimpleTable
        className={classes.recent}
        label={t('shell:dashboardPage.recent')}
        row={{ height: 38, pad: 0 }}
        isBusy={recent.isPending}
      >
        <tbody>
          {recent.isPending && PLACES.map((place) => <PlaceOfInvoice key={place} />)}
          {recent.data?.content.map((invoice) => (
            <tr key={invoice.id}>
              <td>
                <Link to={paths.invoice(invoice.id)}>{invoice.invoiceNumber}</Link>
              </td>
              <td className={classes.supplier} lang={langOf(invoice.supplierContact?.companyName)}>
                {invoice.supplierContact?.companyName ?? t('shell:dashboardPage.withoutSupplier')}
              </td>
              <td data-figure>
                <Money value={invoice.total} currency={invoice.currency} as="code" />
              </td>
              <td>
                <StatusChip family="invoice" value={invoice.status} />
              </td>
              <td title={formatInstant(invoice.updatedAt)}>{formatRelative(invoice.updatedAt)}</td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </Card>
  );
}

function QuickAdd() {
  const t = useT();
  const text = useText();
  const additions = useAddEntries();
  const tiles = additions.flatMap(({ to, icon, quickLabel }) => (quickLabel ? [{ to, icon, label: quickLabel }] : []));
  const mayUpload = usePermission(uploadDocument).allowed;
  if (tiles.length === 0) return null;
  return (
    <div className={classes.quickAdd}>
      <Card
        title={t('shell:dashboardPage.quickAdd')}
        end={
          <span className="quiet">
            <ActionButton size="xs" variant="subtle" onClick={() => addNewDialog.set(true)}>
              {t('shell:addNew')}
            </ActionButton>
            <span className={classes.orPress}>
              {t('shell:dashboardPage.orPress')} <KeyHint keys={['c', 'n']} />
            </span>
          </span>
        }
        flush
      >
        <div className={classes.tiles}>
          {tiles.map(({ to, icon: Icon, label }) => (
            <Link key={to} to={to}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {text(label)}
            </Link>
          ))}
        </div>
        {mayUpload && (
          <div className={classes.quickDrop}>
            <p>{t('shell:dashboardPage.dropInvoices')}</p>
            <UploadButton>{t('documents:drop.choose')}</UploadButton>
          </div>
        )}
      </Card>
    </div>
  );
}

/** The home screen of an account without invoices: instead of figures it shows tiles to add records. */
function WithoutInvoices() {
  const t = useT();
  const permission = usePermission(createInvoice);
  return (
    <div className={classes.row}>
      <Card title={t('shell:dashboardPage.recent')} flush>
        <EmptyState
          icon={IconFileText}
          title={t('shell:dashboardPage.noInvoices')}
          actions={
            <ActionButton to={paths.invoiceAdd()} permission={permission}>
              {t('onboarding:go.invoice')}
            </ActionButton>
          }
        >
          {t('shell:dashboardPage.noInvoicesBody')}
        </EmptyState>
      </Card>
      <QuickAdd />
    </div>
  );
}
