import { type AuditEntry, listAuditLog } from '@quayside/contracts/audit';
import { undoOperation } from '@quayside/contracts/undo';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, USER_ID } from '../../testing/person.ts';
import { renderApp, renderScreen, startApi } from '../../testing/render-app.tsx';

const ENTRY: AuditEntry = {
  id: idOf(41),
  at: '2026-11-16T09:00:00Z',
  who: { id: USER_ID, name: 'Ada Crane' },
  action: 'supplier.changed',
  kind: 'supplier',
  things: [{ kind: 'supplier', id: idOf(100), label: 'Ningbo Haosheng', exists: true }],
  thingCount: 1,
  changes: [{ line: null, field: 'city', from: 'Ningbo', to: 'Shanghai' }],
  changeCount: 1,
  fields: [],
  undo: null,
};
const NIGHT: AuditEntry = {
  ...ENTRY,
  id: idOf(42),
  who: null,
  things: [{ kind: 'supplier', id: idOf(101), label: 'Shenzhen Brightway', exists: false }],
};
const main = page.getByRole('main');
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(entries = [ENTRY, NIGHT]) {
  const api = startApi();
  api.on(listAuditLog, aPage(entries));
  return api;
}

describe('the audit log', { timeout: 60_000 }, () => {
  it('shows who changed what, with old and new value', async () => {
    startWith();
    renderScreen(paths.auditLog());
    const row = rowOf('Ningbo Haosheng');
    await expect.element(row.getByText('Ada Crane')).toBeVisible();
    await expect.element(row.getByText(/Shanghai/)).toBeVisible();
    await expect.element(rowOf('Shenzhen Brightway').getByText('Quayside', { exact: true })).toBeVisible();
    await expect.element(main.getByText('2 entries')).toBeVisible();
    await expect.element(main.getByText('Times are in Europe/London')).toBeVisible();
    await expectNoSeriousFindings('/audit-log');
  });
  it('links only to records that still exist', async () => {
    startWith();
    renderScreen(paths.auditLog());
    await expect
      .element(main.getByRole('link', { name: 'Ningbo Haosheng' }))
      .toHaveAttribute('href', paths.supplier(idOf(100), 'overview'));
    expect(main.getByRole('link', { name: 'Shenzhen Brightway' }).query()).toBeNull();
  });
  it('shows no row before the response arrives', async () => {
    const api = startWith();
    const release = api.hold(listAuditLog);
    renderScreen(paths.auditLog());
    await expect.poll(() => api.asked(listAuditLog)).toHaveLength(1);
    expect(rowOf('Ningbo Haosheng').query()).toBeNull();
    release();
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
  });
  it('takes an import back, and names what stays', async () => {
    const undo = { operationId: idOf(77), until: '2026-12-16T09:00:00Z' };
    const api = startWith([{ ...ENTRY, undo }, NIGHT]);
    api.on(undoOperation, {
      restored: 2,
      keptCount: 1,
      kept: [{ id: idOf(3), label: 'GBP/CNY 2026-10-21', reason: 'EDITED' }],
    });
    renderApp(`${paths.auditLog()}?entry=${ENTRY.id}`);
    await expect.element(main.getByText(/Possible until 16 Dec 2026/)).toBeVisible();
    await main.getByRole('button', { name: 'Undo' }).click();
    await expect
      .element(page.getByText(/2 records were put back. 1 stays as it is: GBP\/CNY 2026-10-21/))
      .toBeVisible();
    expect(api.asked(undoOperation)).toMatchObject([{ params: { operationId: idOf(77) } }]);
    expect(api.asked(listAuditLog).length).toBeGreaterThan(1);
  });
  it('says that nothing was changed yet', async () => {
    startWith([]);
    renderScreen(paths.auditLog());
    await expect.element(main.getByRole('heading', { name: 'Nothing has been changed yet' })).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(listAuditLog, 'internal');
    renderScreen(paths.auditLog());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listAuditLog, aPage([ENTRY]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
  });
  it('sorts by newest first', async () => {
    const api = startWith();
    renderScreen(paths.auditLog());
    await expect.poll(() => api.asked(listAuditLog)[0]?.query.sort).toEqual([{ field: 'at', direction: 'desc' }]);
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
  });
  it('is not accessible to a viewer', async () => {
    startApi({ as: 'viewer' });
    renderScreen(paths.auditLog());
    await expect
      .element(main.getByRole('heading', { name: 'The page you were looking for does not exist' }))
      .toBeVisible();
  });
});

describe('an entry of the audit log', () => {
  it('shows every changed field beside the list, with old and new value', async () => {
    const line = { id: idOf(43), position: 2 };
    startWith([
      {
        ...ENTRY,
        changes: [
          { line: null, field: 'city', from: 'Ningbo', to: 'Shanghai' },
          { line: null, field: 'archiveAfterDays', from: null, to: '45' },
          { line, field: 'amount', from: '100.00 CNY', to: '99.00 CNY' },
        ],
        changeCount: 3,
      },
    ]);
    renderScreen(`${paths.auditLog()}?entry=${ENTRY.id}`);
    const changes = page.getByRole('region', { name: 'Changes' });
    await expect.element(changes.getByText('Shanghai', { exact: true })).toBeVisible();
    const words = [...changes.element().querySelectorAll('dl > div')].map((row) =>
      row.textContent.replaceAll(/\s+/g, ' '),
    );
    expect(words).toEqual([
      'Cityfrom Ningbo → to Shanghai',
      'Days after closing45',
      'Line 2, Amountfrom CNY 100.00 → to CNY 99.00',
    ]);
    await expectNoSeriousFindings();
  });
  it('of an operator names the retried background jobs', async () => {
    startWith([
      {
        ...ENTRY,
        action: 'job.retried',
        kind: 'job',
        things: [],
        thingCount: 2,
        changes: [{ line: null, field: 'jobs', from: null, to: 'costs.check, mail.send' }],
      },
    ]);
    renderScreen(`${paths.auditLog()}?entry=${ENTRY.id}`);
    const panel = page.getByRole('complementary', { name: 'Retried failed background jobs' });
    await expect.element(panel.getByText('Background job', { exact: true })).toBeVisible();
    await expect.element(panel.getByText('costs.check, mail.send')).toBeVisible();
  });
  it('without values names the changed fields', async () => {
    startWith([{ ...ENTRY, kind: 'person', changes: [], changeCount: 0, fields: ['phone'] }]);
    renderScreen(`${paths.auditLog()}?entry=${ENTRY.id}`);
    await expect.element(page.getByRole('region', { name: 'Changed fields' }).getByText('Telephone')).toBeVisible();
  });
});
