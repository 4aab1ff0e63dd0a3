import type { MonthEnd } from '@quayside/domain/payables/due-events';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { MonthEndInput, MonthsInput } from './due-rule.tsx';

const field = page.getByLabelText('Months', { exact: true });

function Months({ initial, onChange }: { initial: number; onChange: (months: number) => void }) {
  const [months, setMonths] = useState(initial);
  return (
    <MonthsInput
      aria-label="Months"
      value={months}
      onChange={(next) => {
        setMonths(next);
        onChange(next);
      }}
    />
  );
}

/** Renders the field. Returns what it has said last. */
function show(initial: number): () => number | undefined {
  startApi();
  const said: number[] = [];
  renderPart(<Months initial={initial} onChange={(months) => said.push(months)} />);
  return () => said.at(-1);
}

describe('the months of a share', () => {
  it('can be emptied and typed anew, and are 0 while nothing is typed', async () => {
    const said = show(2);
    await expect.element(field).toHaveValue('2 mo');
    await field.click();
    await userEvent.keyboard('{Home}{Delete}');
    expect(said()).toBe(0);
    await expect.element(field).toHaveValue('');
    await userEvent.keyboard('3');
    expect(said()).toBe(3);
    await expect.element(field).toHaveValue('3 mo');
    await userEvent.keyboard('{Backspace}');
    await userEvent.tab();
    await expect.element(field).toHaveValue('0 mo');
    expect(said()).toBe(0);
  });

  it('are never fewer than 0', async () => {
    const said = show(0);
    await field.click();
    await userEvent.keyboard('{Control>}a{/Control}-1');
    await userEvent.tab();
    await expect.element(field).toHaveValue('1 mo');
    expect(said()).toBe(1);
  });

  it('above the most are the most once the field is left', async () => {
    const said = show(0);
    await field.fill('25');
    await userEvent.tab();
    await expect.element(field).toHaveValue('24 mo');
    expect(said()).toBe(24);
  });
});

describe('the month end of a share', () => {
  it('comes before the days or after them, or not at all', async () => {
    startApi();
    const said: (MonthEnd | null)[] = [];
    renderPart(<MonthEndInput aria-label="End" value="BEFORE" onChange={(next) => said.push(next)} />);
    const end = page.getByRole('combobox', { name: 'End' });
    await expect.element(end).toHaveValue('Month end, then days');
    await end.click();
    await page.getByRole('option', { name: 'No month end' }).click();
    await end.click();
    await page.getByRole('option', { name: 'Days, then month end' }).click();
    expect(said).toEqual([null, 'AFTER']);
  });
});
