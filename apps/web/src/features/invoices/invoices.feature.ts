import { createInvoice, invoiceTotals } from '@quayside/contracts/invoices/invoices';
import { IconCoins, IconExchange, IconEye, IconFileText } from '@tabler/icons-react';
import { type Feature, MANAGEMENT, measured } from '../../lib/feature.ts';
import { chip, filteredPath, filterQuery } from '../../lib/list-filter.ts';
import { paths } from '../../lib/paths.ts';

const UNASSIGNED = chip('unassigned', 'isNotEmpty');
const IN_PROGRESS = chip('status', 'in', 'REVIEW', 'WORKING', 'OPEN');
const IN_REVIEW = chip('status', 'in', 'REVIEW');

/**
 * The list, the page of an invoice and the form for a new invoice are missing here, because they include documents; see
 * `app/joined-screens.ts`.
 */
export const invoicesFeature: Feature = {
  name: 'invoices',
  screens: [
    // The common parent path of invoices and purchase orders.
    { path: '/invoices-purchase-orders', redirectTo: paths.invoices(), need: MANAGEMENT },
    // A short URL for people who type URLs by hand.
    { path: '/invoices', redirectTo: paths.invoices(), need: MANAGEMENT },
  ],
  drawer: [
    {
      key: 'invoices',
      group: 'management',
      label: 'invoicesShell:title',
      icon: IconFileText,
      to: paths.invoices(),
      covers: [paths.documents(), '/invoices', '/invoice-matching', '/purchase-order', '/purchase-orders'],
      shortcut: { keys: ['g', 'i'], label: 'invoicesShell:go' },
      phoneLabel: 'invoicesShell:title',
    },
  ],
  add: [
    {
      key: 'invoice',
      to: paths.invoiceAdd(),
      icon: IconFileText,
      need: MANAGEMENT,
      call: createInvoice,
      action: { label: 'invoicesShell:add', keys: ['c', 'i'] },
      tile: { label: 'invoicesShell:tile', hint: 'invoicesShell:tileHint', list: paths.invoices() },
      quickLabel: 'invoicesShell:quick',
    },
  ],
  found: [{ type: 'INVOICE', heading: 'invoicesShell:title', icon: IconFileText, path: ({ id }) => paths.invoice(id) }],
  waiting: [
    {
      key: 'unassigned',
      icon: IconCoins,
      tone: 'danger',
      query: measured('invoices', invoiceTotals, { query: filterQuery(UNASSIGNED) }, ({ count, unassigned }) => ({
        count,
        money: unassigned,
      })),
      title: 'invoicesShell:unassigned',
      hint: 'invoicesShell:unassignedHint',
      verb: 'invoicesShell:assign',
      to: filteredPath(paths.invoices(), UNASSIGNED),
    },
    {
      key: 'rate',
      icon: IconExchange,
      tone: 'danger',
      query: measured('invoices', invoiceTotals, {}, ({ withoutRate }) => ({ count: withoutRate })),
      title: 'invoicesShell:withoutRate',
      hint: 'invoicesShell:withoutRateHint',
      verb: 'shell:dashboardPage.fill',
      to: filteredPath(paths.invoices(), UNASSIGNED),
    },
    {
      key: 'review',
      icon: IconEye,
      tone: 'info',
      query: measured('invoices', invoiceTotals, { query: filterQuery(IN_REVIEW) }, ({ count }) => ({ count })),
      title: 'invoicesShell:inReview',
      hint: 'invoicesShell:inReviewHint',
      verb: 'invoicesShell:review',
      to: filteredPath(paths.invoices(), IN_REVIEW),
    },
  ],
  figures: [
    {
      key: 'inProgress',
      label: 'invoicesShell:inProgress',
      value: measured('invoices', invoiceTotals, { query: filterQuery(IN_PROGRESS) }, ({ count }) => ({ count })),
      detail: measured('invoices', invoiceTotals, {}, ({ count }) => [{ text: 'invoicesShell:ofAll', count }]),
      link: { label: 'invoicesShell:view', to: paths.invoices() },
    },
    {
      key: 'unassigned',
      label: 'invoicesShell:notAssigned',
      value: measured('invoices', invoiceTotals, { query: filterQuery(UNASSIGNED) }, ({ unassigned }) => ({
        money: unassigned,
      })),
      detail: measured('invoices', invoiceTotals, { query: filterQuery(UNASSIGNED) }, ({ count }) => [
        count === 0 ? { text: 'invoicesShell:allAssigned' } : { text: 'invoicesShell:unassigned', count },
      ]),
      link: { label: 'invoicesShell:view', to: filteredPath(paths.invoices(), UNASSIGNED) },
    },
  ],
};
