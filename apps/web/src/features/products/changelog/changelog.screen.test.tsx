import {
  type ChangelogEntry,
  getProductChangelog,
  listChangelogSources,
  revertProductChange,
} from '@quayside/contracts/products/product-changelog';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, USER_ID, type Visitor } from '../../../testing/person.ts';
import { aProduct } from '../testing/a-product.ts';
import { renderProductPart, startWithProduct } from '../testing/product-part.tsx';
import { ChangelogTab } from './changelog-tab.tsx';

const KETTLE = aProduct({ name: 'Kettle three' });
const anEntry = (over: Partial<ChangelogEntry> = {}): ChangelogEntry => ({
  id: idOf(300),
  productId: KETTLE.id,
  source: 'USER',
  field: 'name',
  oldValue: 'Kettle two',
  newValue: 'Kettle three',
  oldUnit: null,
  newUnit: null,
  changedBy: { id: USER_ID, name: 'Ada Crane' },
  changedAt: new Date().toISOString(),
  canRevert: true,
  noRevert: null,
  isCurrent: true,
  ...over,
});
const NEWEST = anEntry();
const OLDER = anEntry({ id: idOf(301), oldValue: 'Kettle', newValue: 'Kettle two', isCurrent: false });
const SYNCED = anEntry({
  id: idOf(302),
  source: 'AMAZON_SYNC',
  field: 'weight',
  oldValue: null,
  newValue: '900',
  newUnit: 'GR',
  changedBy: null,
  canRevert: false,
});

const table = page.getByRole('table', { name: 'Changes of Kettle three' });
const rowOf = (text: string) => table.getByRole('row').filter({ hasText: text });
const putBack = (text: string) => rowOf(text).getByRole('button', { name: /^Put back/ });
const search = page.getByRole('searchbox', { name: 'Search values' });
const lastQuery = (api: ReturnType<typeof open>) => api.asked(getProductChangelog).at(-1)?.query;

/** Opens the changelog. The fake server adds an entry when a value is reverted. */
function open(entries: readonly ChangelogEntry[], { as = 'admin' as Visitor, path = '/' } = {}) {
  const api = prepare(entries, as);
  renderProductPart((product, own) => <ChangelogTab product={product} onWritten={own.onWritten} />, path);
  return api;
}
function prepare(entries: readonly ChangelogEntry[], as: Visitor = 'admin') {
  const { api, change } = startWithProduct(KETTLE, as);
  let log = entries;
  api.on(listChangelogSources, [
    { value: 'USER', label: 'by hand' },
    { value: 'AMAZON_SYNC', label: 'Amazon' },
  ]);
  api.on(getProductChangelog, () => aPage(log));
  api.on(revertProductChange, ({ params }) => {
    const reverted = log.find(({ id }) => id === params.entryId) ?? NEWEST;
    const made = { ...reverted, oldValue: reverted.newValue, newValue: reverted.oldValue };
    log = [{ ...made, id: idOf(310 + log.length) }, ...log];
    return change({ name: reverted.oldValue ?? '' });
  });
  return api;
}
const reverts = (api: ReturnType<typeof open>) =>
  api.asked(revertProductChange).map(({ params, body }) => [params.entryId, body.overwrite]);

afterEach(() => page.viewport(1440, 900));

describe('the changelog of a product', () => {
  it('shows for each change the field, both values, the source and the person', async () => {
    open([NEWEST, SYNCED]);
    const named = (name: RegExp) => table.getByRole('row', { name });
    await expect
      .element(named(/^Name from Kettle two to Kettle three Ada Crane ?by hand just now Put back Name to Kettle two$/))
      .toBeVisible();
    await expect.element(named(/^Net weight from nothing to 900 g Amazon just now$/)).toBeVisible();
    await expect.element(page.getByText('2 changes, newest first')).toBeVisible();
    await expect.element(putBack('Kettle two')).toBeEnabled();
    expect(putBack('Net weight').query()).toBeNull();
  });
  it('shows a skeleton while it loads, and then that nothing has changed yet', async () => {
    const api = prepare([]);
    const release = api.hold(getProductChangelog);
    renderProductPart((product, own) => <ChangelogTab product={product} onWritten={own.onWritten} />);
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible();
    expect(page.getByRole('status', { name: 'Loading' }).query()).toBeNull();
  });
  it('shows an error when loading fails, and loads again on request', async () => {
    const api = prepare([NEWEST]);
    api.refuse(getProductChangelog, 'internal');
    renderProductPart((product, own) => <ChangelogTab product={product} onWritten={own.onWritten} />);
    await expect.element(page.getByText('Failed to get changelog.')).toBeVisible();
    api.on(getProductChangelog, aPage([NEWEST]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('Kettle two')).toBeVisible();
  });
  it('lets a viewer read it, and gives the reason why they cannot revert a change', async () => {
    open([NEWEST], { as: 'viewer' });
    await expect.element(putBack('Kettle two')).toBeDisabled();
    await expect.element(table.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
  });
  it('gives the reason why an earlier value can no longer be put back', async () => {
    const noRevert = 'LID-1 was deleted, so the earlier parts cannot be put back.';
    open([
      anEntry({ field: 'bundle', oldValue: '1 × LID-1', newValue: null, canRevert: false, noRevert }),
      anEntry({ id: idOf(303), field: 'sku', oldValue: null, newValue: 'K-3', canRevert: false }),
    ]);
    await expect.element(putBack('Parts')).toBeDisabled();
    await expect.element(table.getByRole('note', { name: noRevert })).toBeVisible();
    expect(putBack('K-3').query()).toBeNull();
  });
  it('shows older changes below the first page', async () => {
    const api = open([NEWEST]);
    api.on(getProductChangelog, ({ query }) =>
      query.page === 0
        ? aPage([NEWEST], { totalElements: 2, last: false })
        : aPage([OLDER], { totalElements: 2, number: 1, first: false }),
    );
    await page.getByRole('button', { name: 'Show older changes' }).click();
    await expect.element(rowOf('Kettle two').nth(1)).toBeVisible();
    await expect.element(rowOf('Kettle three')).toBeVisible();
    expect(lastQuery(api)?.page).toBe(1);
    expect(page.getByRole('button', { name: 'Show older changes' }).query()).toBeNull();
  });
  it('fits a phone', async () => {
    await page.viewport(390, 844);
    open([NEWEST, SYNCED]);
    await expect.element(putBack('Kettle two')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('the filters of the changelog', () => {
  it('search values, are part of the URL, and are cleared together', async () => {
    const api = open([NEWEST], { path: '/?field=name' });
    await expect.element(rowOf('Kettle two')).toBeVisible();
    expect(lastQuery(api)?.filter).toEqual([{ field: 'field', op: 'in', values: ['name'] }]);
    api.on(getProductChangelog, ({ query }) => aPage(query.search === undefined ? [NEWEST] : []));
    await userEvent.keyboard('/');
    await expect.element(search).toHaveFocus();
    await search.fill(' no such value');
    await expect.element(page.getByRole('heading', { name: 'No change matches' })).toBeVisible();
    expect(lastQuery(api)?.search).toBe('no such value');
    expect(new URLSearchParams(location.search).get('field')).toBe('name');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.element(rowOf('Kettle two')).toBeVisible();
    await expect.element(search).toHaveValue('');
    expect(location.search).toBe('');
    expect(lastQuery(api)?.filter).toEqual([]);
  });
  it('select a source and a field', async () => {
    const api = open([NEWEST]);
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'Amazon' }).click();
    await page.getByRole('combobox', { name: 'Field' }).fill('case pack');
    await page.getByRole('option', { name: 'Case packaging, units per case' }).click();
    await expect
      .poll(() => lastQuery(api)?.filter)
      .toEqual([
        { field: 'source', op: 'in', values: ['AMAZON_SYNC'] },
        { field: 'field', op: 'in', values: ['casePackaging.unitsPerCase'] },
      ]);
    await page.getByLabelText('Remove filter Source').click();
    await expect.poll(() => lastQuery(api)?.filter).toHaveLength(1);
  });
});

describe('reverting a change', () => {
  it('stores the previous value, and Undo stores the newer one again', async () => {
    const api = open([NEWEST]);
    await putBack('Kettle two').click();
    await expect.element(page.getByText('Name put back')).toBeVisible();
    expect(reverts(api)).toEqual([[NEWEST.id, false]]);
    await expect.element(page.getByRole('table', { name: 'Changes of Kettle two' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Name is as it was')).toBeVisible();
    expect(reverts(api).at(-1)).toEqual([idOf(311), false]);
  });
  it('asks for confirmation if the field has changed again since', async () => {
    const api = open([NEWEST, OLDER]);
    const stored = aProduct({ name: 'Kettle', version: 2 });
    api.on(revertProductChange, ({ body }) => {
      if (!body.overwrite) throw refusal('products.changed_since');
      return stored;
    });
    const question = page.getByRole('dialog', { name: 'Name was changed again since' });
    await rowOf('Name').nth(1).getByRole('button').click();
    await expect.element(question).toBeVisible();
    await expectNoSeriousFindings();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(reverts(api)).toEqual([[OLDER.id, false]]);
    await rowOf('Name').nth(1).getByRole('button').click();
    await question.getByRole('button', { name: 'Put back anyway' }).click();
    await expect.element(page.getByText('Name put back')).toBeVisible();
    expect(reverts(api).at(-1)).toEqual([OLDER.id, true]);
  });
  it('shows the reason when the server refuses', async () => {
    const api = open([NEWEST]);
    api.refuse(revertProductChange, 'products.cannot_revert', { message: 'A picture cannot be put back' });
    await putBack('Kettle two').click();
    await expect.element(page.getByRole('alert').getByText('A picture cannot be put back')).toBeVisible();
    await expect.element(putBack('Kettle two')).toBeEnabled();
  });
});
