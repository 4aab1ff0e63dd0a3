import { getJobs, type JobOverview, retryJobs } from '@quayside/contracts/jobs';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { ACCOUNT_ID, idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';

type FailedJob = JobOverview['failed'][number];
const IMPORT: FailedJob = {
  id: idOf(301),
  name: 'products.import',
  accountId: ACCOUNT_ID,
  failedAt: '2026-11-20T10:00:00.000Z',
  tries: 5,
  reason: 'Error: the disk is full',
};
const SWEEP: FailedJob = { ...IMPORT, id: idOf(302), name: 'mail.sweep', accountId: null };
const COUNTS = [
  { name: 'mail.send', running: 2, waiting: 31, failed: 0 },
  { name: 'products.import', running: 0, waiting: 0, failed: 1 },
];
const main = page.getByRole('main');
const failedRow = (name: string) =>
  main.getByRole('table', { name: 'Failed permanently' }).getByRole('row', { name: new RegExp(name) });

function startWith(failed: FailedJob[] = [IMPORT, SWEEP], counts = COUNTS, as: Visitor = 'systemAdmin') {
  const api = startApi({ as });
  api.on(getJobs, { counts, failed });
  return api;
}

describe('the page of background work', () => {
  it('shows running and waiting work of each job, and failures with their reasons', async () => {
    startWith();
    renderScreen('/background-work');
    await expect.element(main.getByRole('row', { name: 'mail.send 2 31 0' })).toBeVisible();
    await expect.element(failedRow('products.import').getByText(ACCOUNT_ID)).toBeVisible();
    await expect.element(failedRow('products.import').getByText('Error: the disk is full')).toBeVisible();
    await expect.element(failedRow('mail.sweep').getByText('The installation')).toBeVisible();
    await expectNoSeriousFindings('/background-work');
  });

  it('retries one job and confirms it', async () => {
    const api = startWith();
    api.on(retryJobs, { retried: 1 });
    renderScreen('/background-work');
    await expect.element(failedRow('mail.sweep')).toBeVisible();
    api.on(getJobs, { counts: COUNTS, failed: [SWEEP] });
    await main.getByRole('button', { name: 'Retry products.import' }).click();
    await expect.element(page.getByText('1 job will run again')).toBeVisible();
    expect(api.asked(retryJobs).map(({ body }) => body.ids)).toEqual([[IMPORT.id]]);
    await expect.poll(() => failedRow('products.import').query()).toBeNull();
  });

  it('retries all failed jobs', async () => {
    const api = startWith();
    api.on(retryJobs, { retried: 2 });
    renderScreen('/background-work');
    await main.getByRole('button', { name: 'Retry all' }).click();
    await expect.element(page.getByText('2 jobs will run again')).toBeVisible();
    expect(api.asked(retryJobs).map(({ body }) => body.ids)).toEqual([[IMPORT.id, SWEEP.id]]);
  });

  it('says that nothing is running, waiting or failed', async () => {
    startWith([], []);
    renderScreen('/background-work');
    await expect.element(main.getByText('No job is running or waiting.')).toBeVisible();
    await expect.element(main.getByText('No job has failed permanently in the last 30 days.')).toBeVisible();
    expect(main.getByRole('button', { name: /Retry/ }).query()).toBeNull();
  });

  it('reports that loading failed, and loads again on request', async () => {
    const api = startWith();
    api.refuse(getJobs, 'internal');
    renderScreen('/background-work');
    await expect.element(main.getByText('Failed to get background work.')).toBeVisible();
    api.on(getJobs, { counts: [], failed: [SWEEP] });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(failedRow('mail.sweep')).toBeVisible();
  });

  it('is "not found" for an account admin, and makes no call', async () => {
    const api = startWith([], [], 'admin');
    renderScreen('/background-work');
    await expect.element(main.getByText('The page you were looking for does not exist')).toBeVisible();
    expect(api.asked(getJobs)).toEqual([]);
    expect(page.getByRole('link', { name: 'Background work' }).query()).toBeNull();
  });
});
