import { deleteSupplier, getSupplier, listSuppliers, updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aSupplier } from '../../features/suppliers/testing/a-supplier.ts';
import { aPage } from '../../testing/pages.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { call } from './call.ts';
import { queryClient, read } from './query-client.ts';
import { write } from './write.ts';

const { id } = aSupplier();
const one = read('suppliers', getSupplier, { params: { id } });
const button = (name: string) => page.getByRole('button', { name });

/** A list of suppliers and one of them, on two screens that know nothing of each other, and writes beside them. */
function Screens() {
  const [isListed, setListed] = useState(true);
  const list = useQuery(read('suppliers', listSuppliers, { query: {} }));
  const supplier = useQuery({ ...one, enabled: isListed });
  const rename = async () => {
    const done = await write(() => call(updateSupplier, { params: { id }, body: { companyName: 'Haosheng' } }), {});
    if (done) queryClient.setQueryData(one.queryKey, done.result);
  };
  const remove = () =>
    write(() => call(deleteSupplier, { params: { id }, ifMatch: 1 }), {}).then(() => setListed(false));
  return (
    <>
      <p>List: {list.data?.content.map(({ companyName }) => companyName).join(', ')}</p>
      <p>One: {supplier.data?.companyName}</p>
      <button type="button" onClick={() => void rename()}>
        Rename
      </button>
      <button type="button" onClick={() => void remove()}>
        Remove
      </button>
    </>
  );
}

describe('an answer that names topics', () => {
  async function start() {
    const api = startApi();
    const suppliers = [aSupplier({ companyName: 'Ningbo' })];
    api.on(listSuppliers, () => aPage([...suppliers]));
    api.on(getSupplier, () => suppliers[0] ?? aSupplier());
    api.on(updateSupplier, () => (suppliers[0] = aSupplier({ companyName: 'Haosheng' })));
    api.on(deleteSupplier, () => void suppliers.pop());
    renderPart(<Screens />);
    await expect.element(page.getByText('List: Ningbo')).toBeVisible();
    await expect.element(page.getByText('One: Ningbo')).toBeVisible();
    return api;
  }

  it('refetches what other screens show, but not the record that the write has cached', async () => {
    const api = await start();
    await button('Rename').click();
    await expect.element(page.getByText('List: Haosheng')).toBeVisible();
    await expect.element(page.getByText('One: Haosheng')).toBeVisible();
    expect([api.asked(listSuppliers).length, api.asked(getSupplier).length]).toEqual([2, 1]);
  });

  it('does not ask for a record that was deleted', async () => {
    const api = await start();
    await button('Remove').click();
    await expect.element(page.getByText('List:', { exact: true })).toBeVisible();
    expect(api.asked(getSupplier)).toHaveLength(1);
  });
});
