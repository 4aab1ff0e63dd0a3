import { createInvoice, invoiceTotals } from '@quayside/contracts/invoices';
import { IconCoins, IconExchange, IconEye, IconFileText } from '@tabler/icons-react';
import { amountOf, type Feature, MANAGEMENT } from '../../lib/feature.ts';
import { chip, filteredPath, filterQuery } from '../../lib/list-filter.ts';
import { paths } from '../../lib/paths.ts';

const UNASSIGNED = chip('unassigned', 'isNotEmpty');
const IN_REVIEW = chip('status', 'in', 'REVIEW');

/** The list, the form of a new invoice and the invoice are joined with documents in `app/joined-screens.ts`. */
export const invoicesFeature: Feature = {
  name: 'invoices',
  screens: [
    // Purchase orders will become its other child.
    { path: '/invoices-purchase-orders', redirectTo: paths.invoices(), need: MANAGEMENT },
    // What a person types.
    { path: '/invoices', redirectTo: paths.invoices(), need: MANAGEMENT },
  ],
  drawer: [
    {
      key: 'invoices',
      group: 'management',
      label: 'shell:invoices',
      icon: IconFileText,
      to: paths.invoices(),
      covers: [paths.documents(), '/invoices', '/invoice-matching'],
      shortcut: { keys: ['g', 'i'], label: 'shell:keysDialog.goInvoices' },
      phoneLabel: 'shell:invoices',
    },
  ],
  add: [
    {
      key: 'invoice',
      to: paths.invoiceAdd(),
      icon: IconFileText,
      need: MANAGEMENT,
      call: createInvoice,
      action: { label: 'palette:addInvoice', keys: ['c', 'i'] },
      tile: { label: 'shell:addNewTiles.invoices', hint: 'shell:addNewTiles.invoicesHint', list: paths.invoices() },
      quickLabel: 'shell:dashboardPage.addInvoice',
    },
  ],
  found: [{ type: 'INVOICE', heading: 'palette:INVOICE', icon: IconFileText, path: ({ id }) => paths.invoice(id) }],
  waiting: [
    {
      key: 'unassigned',
      icon: IconCoins,
      tone: 'danger',
      query: amountOf('invoices', invoiceTotals, { query: filterQuery(UNASSIGNED) }, ({ count, unassigned }) => ({
        count,
        money: unassigned,
      })),
      title: 'shell:dashboardPage.unassignedInvoices',
      hint: 'shell:dashboardPage.unassignedInvoicesHint',
      verb: 'shell:dashboardPage.assign',
      to: filteredPath(paths.invoices(), UNASSIGNED),
    },
    {
      key: 'rate',
      icon: IconExchange,
      tone: 'danger',
      query: amountOf('invoices', invoiceTotals, {}, ({ withoutRate }) => ({ count: withoutRate })),
      title: 'shell:dashboardPage.withoutRate',
      hint: 'shell:dashboardPage.withoutRateHint',
      verb: 'shell:dashboardPage.fill',
      to: filteredPath(paths.invoices(), UNASSIGNED),
    },
    {
      key: 'review',
      icon: IconEye,
      tone: 'info',
      query: amountOf('invoices', invoiceTotals, { query: filterQuery(IN_REVIEW) }, ({ count }) => ({ count })),
      title: 'shell:dashboardPage.inReview',
      hint: 'shell:dashboardPage.inReviewHint',
      verb: 'shell:dashboardPage.reviewOne',
      to: filteredPath(paths.invoices(), IN_REVIEW),
    },
  ],
};
