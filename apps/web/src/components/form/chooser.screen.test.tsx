import { useEffect, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { Chooser, type ChooserProps, MultiChooser } from './chooser.tsx';

const OPTIONS = [
  { value: 'AUD', label: 'AUD, Australian dollar' },
  { value: 'CNY', label: 'CNY, Chinese yuan' },
  { value: 'GBP', label: 'GBP, Pound sterling' },
  { value: 'USD', label: 'USD, US dollar' },
];
const field = page.getByRole('combobox', { name: 'Currency' });
const after = page.getByRole('textbox', { name: 'Number' });
const list = page.getByRole('listbox');

/** A form with a chooser and a field after it. Returns the functions that are called. */
function start(props: Partial<ChooserProps> = {}, first: string | null = 'GBP') {
  const [submit, choose] = [vi.fn(), vi.fn()];
  function Part() {
    const [value, setValue] = useState(first);
    return (
      <form onSubmit={(event) => (event.preventDefault(), submit())}>
        <Chooser
          label="Currency"
          searchable
          data={OPTIONS}
          value={value}
          w={120}
          {...props}
          onChange={(next) => (choose(next), setValue(next))}
        />
        <input aria-label="Number" />
        <button type="submit">Save</button>
      </form>
    );
  }
  startApi();
  renderPart(<Part />);
  return { submit, choose };
}

describe('a chooser', () => {
  it.each(['Enter', 'Tab'])('takes the best match with %s while the person types, and submits nothing', async (key) => {
    const { submit, choose } = start();
    await field.click();
    // "us" is also inside of Australian, which stands first in the list.
    await userEvent.keyboard('us');
    await expect.element(list.getByRole('option').first()).toHaveTextContent('USD, US dollar');
    await userEvent.keyboard(`{${key}}`);
    expect(choose.mock.calls).toEqual([['USD']]);
    await expect.element(field).toHaveValue('USD, US dollar');
    expect(submit).not.toHaveBeenCalled();
    if (key === 'Tab') await expect.element(after).toHaveFocus();
    else {
      await expect.element(list).not.toBeInTheDocument();
      await userEvent.keyboard('{Enter}');
      expect(submit).toHaveBeenCalledTimes(1);
    }
  });
  it('keeps its option when Enter closes the open list, and takes the one that the arrows reached', async () => {
    const { submit, choose } = start({ clearable: true });
    await field.click();
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(list).not.toBeInTheDocument();
    expect([submit.mock.calls, choose.mock.calls]).toEqual([[], []]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(choose.mock.calls).toEqual([['USD']]);
    expect(submit).not.toHaveBeenCalled();
  });
  it('keeps its option when it has the focus from the start', async () => {
    const { choose } = start({ clearable: true, autoFocus: true });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('GBP, Pound sterling');
    expect(choose).not.toHaveBeenCalled();
  });
  it('names a text that fits nothing when it is left, and keeps its option', async () => {
    const { submit, choose } = start();
    await field.click();
    await userEvent.keyboard('dukaten');
    await expect.element(list).toHaveTextContent('No match for “dukaten”');
    await userEvent.keyboard('{Enter}{Tab}');
    await expect.element(field).toHaveValue('GBP, Pound sterling');
    await expect.element(page.getByText('“dukaten” is not in the list, and nothing was chosen')).toBeVisible();
    expect([submit.mock.calls, choose.mock.calls]).toEqual([[], []]);
  });
  it('is cleared by emptying it where it may be empty', async () => {
    const { choose } = start({ clearable: true });
    await field.click();
    await userEvent.clear(field);
    await userEvent.keyboard('{Tab}');
    expect(choose.mock.calls).toEqual([[null]]);
    await expect.element(field).toHaveValue('');
  });
  it('offers to create what was typed as its last row, and takes it with Enter when nothing fits', async () => {
    const onCreate = vi.fn();
    const { submit, choose } = start({ create: { words: (text) => `Create “${text}”`, onCreate } });
    await field.click();
    await userEvent.keyboard('yuan');
    await expect.element(list.getByRole('option').last()).toHaveTextContent('Create “yuan”');
    await userEvent.keyboard('s of old{Enter}');
    expect(onCreate.mock.calls).toEqual([['yuans of old']]);
    expect([submit.mock.calls, choose.mock.calls]).toEqual([[], []]);
  });
  it('has a list of at least 360 px with one line for each option, also below a narrow field', async () => {
    const long = `${'Ningbo Haosheng Kitchenware and Household Articles '.repeat(3)}Ltd`;
    start({ data: [...OPTIONS, { value: 'LONG', label: long }] });
    await field.click();
    const heightOf = (name: string) =>
      list.getByRole('option', { name, exact: true }).element().getBoundingClientRect().height;
    await expect.element(list).toBeVisible();
    expect(field.element().getBoundingClientRect().width).toBeLessThan(130);
    expect(list.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(340);
    expect(heightOf(long)).toBe(heightOf('CNY, Chinese yuan'));
  });
  it('has a list that ends before the right edge of a phone', async () => {
    await page.viewport(390, 844);
    startApi();
    renderPart(
      <div style={{ padding: '0 33px' }}>
        <Chooser label="Currency" data={OPTIONS} value={null} onChange={() => undefined} />
      </div>,
    );
    await field.click();
    await expect.element(list).toBeVisible();
    await expect.poll(() => list.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
    await page.viewport(1440, 900);
  });
  it('takes several options in the same way, with one focus ring', async () => {
    const choose = vi.fn();
    startApi();
    renderPart(<MultiChooser label="Currency" data={OPTIONS} value={['CNY']} onChange={choose} />);
    const input = page.getByRole('combobox', { name: 'Currency' });
    await expect.element(input).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(input).toHaveFocus();
    expect(getComputedStyle(input.element()).outlineStyle).toBe('none');
    await userEvent.keyboard('us{Enter}');
    expect(choose.mock.calls).toEqual([[['CNY', 'USD']]]);
  });
});

describe('a chooser whose options the server searches', () => {
  const GIVEN: Partial<ChooserProps> = { filter: ({ options }) => options };

  /** A chooser whose options of the typed text arrive with `arrive`, and a field after it. */
  function search(found: ChooserProps['data'] = OPTIONS.slice(3)) {
    const choose = vi.fn();
    function Part() {
      const [isStale, setStale] = useState(true);
      const [value, setValue] = useState<string | null>('GBP');
      useEffect(() => {
        const arrive = () => setStale(false);
        window.addEventListener('arrive', arrive);
        return () => window.removeEventListener('arrive', arrive);
      }, []);
      return (
        <div style={{ display: 'flex', justifyContent: 'space-between' }}>
          <Chooser
            label="Currency"
            searchable
            data={isStale ? OPTIONS : [...OPTIONS.slice(2, 3), ...(found ?? [])]}
            value={value}
            isStale={isStale}
            filter={({ options }) => options.slice(isStale ? 0 : 1)}
            onChange={(next) => (choose(next), setValue(next))}
          />
          <input aria-label="Number" />
        </div>
      );
    }
    startApi();
    renderPart(<Part />);
    return { choose, arrive: () => void window.dispatchEvent(new Event('arrive')) };
  }

  it('waits with Enter for the options of the typed text, and then takes the first', async () => {
    const { choose, arrive } = search();
    await field.click();
    await userEvent.keyboard('dollar{Enter}');
    expect(choose).not.toHaveBeenCalled();
    arrive();
    await expect.poll(() => choose.mock.calls).toEqual([['USD']]);
    await expect.element(list).not.toBeInTheDocument();
  });
  it.each(['Enter', 'Tab'])('takes the first after %s also if it was left before they arrived', async (key) => {
    const { choose, arrive } = search();
    await field.click();
    await userEvent.keyboard(`dollar{${key}}`);
    await after.click();
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('dollar');
    expect(choose).not.toHaveBeenCalled();
    arrive();
    await expect.element(field).toHaveValue('USD, US dollar');
    expect(choose.mock.calls).toEqual([['USD']]);
    await expect.element(after).toHaveFocus();
    await expect.element(page.getByText(/nothing was chosen/)).not.toBeInTheDocument();
  });
  it('names the text that it was left with if nothing fits it, and keeps its option', async () => {
    const { choose, arrive } = search([]);
    await field.click();
    await userEvent.keyboard('dukaten{Enter}{Tab}');
    await expect.element(list).not.toBeInTheDocument();
    arrive();
    await expect.element(page.getByText('“dukaten” is not in the list, and nothing was chosen')).toBeVisible();
    await expect.element(field).toHaveValue('GBP, Pound sterling');
    expect(choose).not.toHaveBeenCalled();
  });
  it('takes nothing for a text that was changed after Enter', async () => {
    const { choose, arrive } = search();
    await field.click();
    await userEvent.keyboard('dollar{Enter}s');
    await after.click();
    await expect.element(page.getByText('“dollars” is not in the list, and nothing was chosen')).toBeVisible();
    arrive();
    await expect.element(field).toHaveValue('GBP, Pound sterling');
    expect(choose).not.toHaveBeenCalled();
  });
  it('takes no option with Enter or Tab while a question is open, until the person moves to one', async () => {
    const { choose } = start({ ...GIVEN, question: '2 products have the code “1”. Choose one.' }, null);
    await field.click();
    await userEvent.keyboard('1{Enter}');
    await expect.element(page.getByText('2 products have the code “1”. Choose one.')).toBeVisible();
    expect(choose).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(choose.mock.calls).toEqual([['AUD']]);
  });
  it('lists more options with its last row, and stays open', async () => {
    const more = { words: 'Show discontinued', onMore: vi.fn() };
    const { choose } = start({ ...GIVEN, more }, null);
    await field.click();
    await list.getByRole('option', { name: 'Show discontinued' }).click();
    expect(more.onMore).toHaveBeenCalledTimes(1);
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(more.onMore).toHaveBeenCalledTimes(2);
    await expect.element(list).toBeVisible();
    expect(choose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
  });
});
