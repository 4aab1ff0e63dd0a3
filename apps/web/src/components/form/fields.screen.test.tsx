import { listCountries } from '@quayside/contracts/suppliers/suppliers';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { AmountField } from './amount-field.tsx';
import { CountryField, CurrencyField, TimeZoneField } from './choice-fields.tsx';
import { DayField } from './day-field.tsx';
import {
  CodeField,
  type FieldProps,
  MeasureField,
  MultiSelectField,
  PasswordField,
  SelectField,
  SwitchField,
  TagsField,
  TextField,
  TextAreaField,
  WholeNumberField,
} from './fields.tsx';
import { Form } from './form.tsx';
import { SuggestField } from './suggest-field.tsx';
import { useAppForm } from './use-app-form.ts';

const anything = z.object({ value: z.unknown() });
const COLOURS = [
  { value: 'RED', label: 'Red' },
  { value: 'BLUE', label: 'Blue' },
];

type Draw = (props: FieldProps) => ReactNode;
function OneField({ initial, draw, onSend }: { initial: unknown; draw: Draw; onSend: (value: unknown) => void }) {
  const form = useAppForm({
    failure: null,
    schema: anything,
    initial: { value: initial },
    submit: async ({ value }) => onSend(value),
  });
  return (
    <Form form={form} guard={false}>
      {draw({ ...form.field('value'), label: 'Field' })}
      <button type="submit">Save</button>
    </Form>
  );
}

/** Renders one field. Returns a function that saves the form and returns the value that the form sent. */
function show(draw: Draw, initial: unknown = '') {
  const api = startApi({ settings: { timeZone: 'Europe/London' } });
  api.on(listCountries, [
    { value: 'CN', label: 'China' },
    { value: 'GB', label: 'United Kingdom' },
  ]);
  const sent: unknown[] = [];
  renderPart(<OneField initial={initial} draw={draw} onSend={(value) => sent.push(value)} />);
  return async () => {
    const before = sent.length;
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => sent.length).toBe(before + 1);
    return sent.at(-1);
  };
}
const field = page.getByLabelText('Field', { exact: true });
const choice = page.getByRole('combobox', { name: 'Field', exact: true });
const option = (name: string) => page.getByRole('option', { name, exact: true });

describe('an amount', () => {
  const draw: Draw = (props) => <AmountField {...props} currency="GBP" />;

  it('accepts a sum, shows its result, and is replaced by the result on blur', async () => {
    const save = show(draw);
    await field.fill('120*0.85+14');
    await expect.element(page.getByRole('status').getByText('= 116.00')).toBeVisible();
    await userEvent.tab();
    await expect.element(field).toHaveValue('116.00');
    expect(await save()).toBe('116.00');
  });
  it('calculates a sum with Enter, and does not save with the same key press', async () => {
    const save = show(draw);
    await field.fill('7.50-2');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('5.50');
    expect(await save()).toBe('5.50');
  });
  it('is replaced by what is typed after Tab, whatever separators it had', async () => {
    const save = show(draw, '3000.00');
    await expect.element(field).toHaveValue('3,000.00');
    await userEvent.tab();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('45.10');
    expect(await save()).toBe('45.10');
  });
  it('is rounded to the decimals of its currency', async () => {
    show((props) => <AmountField {...props} currency="JPY" />);
    await field.fill('1000/3');
    await userEvent.tab();
    await expect.element(field).toHaveValue('333');
  });
  it('explains why a text is not a sum, and keeps the text', async () => {
    show(draw);
    await field.fill('12*');
    await userEvent.tab();
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveAccessibleDescription('Enter a number, or a sum such as 120*0.85+14');
    await expect.element(field).toHaveValue('12*');
    await field.fill('12');
    await expect.element(field).toBeValid();
  });
  it('is described by its help, and by the result of a sum or its error', async () => {
    show((props) => <AmountField {...props} help="Without tax" currency="GBP" />);
    await expect.element(field).toHaveAccessibleDescription('Without tax');
    await field.fill('100+16');
    await expect.element(field).toHaveAccessibleDescription('= 116.00 Without tax');
    await field.fill('12*');
    await userEvent.tab();
    await expect.element(field).toHaveAccessibleDescription('Enter a number, or a sum such as 120*0.85+14 Without tax');
  });
});

describe('a day', () => {
  const draw: Draw = (props) => <DayField {...props} />;

  it.each([
    ['23 Nov 2026', '2026-11-23'],
    ['2026-02-28', '2026-02-28'],
  ])('typed as %s is stored as %s', async (typed, stored) => {
    const save = show(draw);
    await field.fill(typed);
    await userEvent.tab();
    await expect.element(field).not.toHaveValue('');
    expect(await save()).toBe(stored);
  });
  it('that does not exist is refused', async () => {
    const save = show(draw, '2026-11-23');
    await field.fill('31 Feb 2026');
    await userEvent.tab();
    await expect.element(page.getByText('Enter a date such as 23 Nov 2026, t, +30 or eom')).toBeVisible();
    expect(await save()).toBe('2026-11-23');
  });
  it('is null when the field is cleared', async () => {
    const save = show(draw, '2026-11-23');
    await field.fill('');
    await userEvent.tab();
    expect(await save()).toBe('');
  });
  it('is picked from the calendar, which opens at the month of the value', async () => {
    const save = show(draw, '2026-11-23');
    await page.getByRole('button', { name: 'Open calendar' }).click();
    await expect.element(page.getByRole('button', { name: 'Earlier' })).toBeVisible();
    await expectNoSeriousFindings();
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await calendar.getByRole('button', { name: '5 November 2026' }).click();
    await expect.element(calendar).not.toBeInTheDocument();
    expect(await save()).toBe('2026-11-05');
  });
  it('opens the calendar with Alt and the down arrow', async () => {
    show(draw);
    await field.click();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible();
  });
});

describe('a select', () => {
  it('has one value of a list', async () => {
    const save = show((props) => <SelectField {...props} options={COLOURS} />, 'RED');
    await expect.element(choice).toHaveValue('Red');
    await choice.click();
    await option('Blue').click();
    expect(await save()).toBe('BLUE');
  });
  it('cannot be cleared when it is required', async () => {
    const save = show((props) => <SelectField {...props} options={COLOURS} />, 'RED');
    await choice.click();
    await option('Red').click();
    expect(await save()).toBe('RED');
  });
  it('is null when it is cleared', async () => {
    const save = show((props) => <SelectField {...props} options={COLOURS} clearable />, 'RED');
    await choice.click();
    await option('Red').click();
    expect(await save()).toBe(null);
  });
  it('with many options is filtered by typing, and says when no option matches', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ value: String(n), label: `Number ${n}` }));
    const save = show((props) => <SelectField {...props} options={many} />, '3');
    await choice.fill('zzz');
    await expect.element(page.getByText('No match for “zzz”')).toBeVisible();
    await choice.fill('11');
    await option('Number 11').click();
    expect(await save()).toBe('11');
  });
  it('can have several values', async () => {
    const save = show((props) => <MultiSelectField {...props} options={COLOURS} />, ['RED']);
    await choice.click();
    expect(option('Red').query()).toBeNull();
    await option('Blue').click();
    await userEvent.keyboard('{Escape}');
    expect(await save()).toEqual(['RED', 'BLUE']);
  });
  it('of a country gets its options from the server', async () => {
    const save = show((props) => <CountryField {...props} />);
    await choice.fill('Chi');
    await option('China').click();
    expect(await save()).toBe('CN');
  });
  it('of a currency finds an option by its name', async () => {
    const save = show((props) => <CurrencyField {...props} />);
    await choice.click();
    await expect.element(page.getByRole('option', { name: /^CNY/ })).toBeVisible();
    await expectNoSeriousFindings();
    await choice.fill('yuan');
    await page.getByRole('option', { name: /^CNY/ }).click();
    expect(await save()).toBe('CNY');
  });
  it('of a time zone keeps a zone that this browser does not know', async () => {
    show((props) => <TimeZoneField {...props} />, 'Mars/Olympus');
    await expect.element(choice).toHaveValue('Mars/Olympus');
  });
});

describe('other fields', () => {
  it('split words at a comma', async () => {
    const save = show((props) => <TagsField {...props} />, []);
    await choice.click();
    await userEvent.keyboard('lamp,light{Enter}');
    expect(await save()).toEqual(['lamp', 'light']);
  });
  it('suggest values that were used before, and accept any other text', async () => {
    const save = show((props) => <SuggestField {...props} suggestions={['Port of Ningbo', 'Port of Felixstowe']} />);
    await choice.fill('Fel');
    await option('Port of Felixstowe').click();
    expect(await save()).toBe('Port of Felixstowe');
    await choice.fill('Hull');
    expect(await save()).toBe('Hull');
  });
  it.each<[string, Draw]>([
    ['text', (props) => <TextField {...props} />],
    ['longer text', (props) => <TextAreaField {...props} />],
    ['suggestions', (props) => <SuggestField {...props} suggestions={[]} />],
  ])('run from right to left while %s in Hebrew is typed', async (_, draw) => {
    show(draw);
    const typed = page.getByRole('textbox', { name: 'Field' }).or(choice);
    await typed.fill('מברשת');
    expect(getComputedStyle(typed.element()).direction).toBe('rtl');
    await typed.fill('brush');
    expect(getComputedStyle(typed.element()).direction).toBe('ltr');
  });
  it('accept a whole number, and are null when empty', async () => {
    const save = show((props) => <WholeNumberField {...props} suffix="days" />, 35);
    await expect.element(field).toHaveValue('35 days');
    await field.fill('40');
    expect(await save()).toBe(40);
    await field.fill('');
    expect(await save()).toBe(null);
  });
  it('accept a comma as the decimal point of a measure, and ask where it may separate thousands', async () => {
    const save = show((props) => <MeasureField {...props} unit="kg" />);
    await field.fill('1,25');
    expect(await save()).toBe('1.25');
    await expect.element(field).toHaveValue('1.25');
    await field.fill('1,250');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('1,250 can be read in two ways: enter 1250 or 1.250')).toBeVisible();
    await expect.element(field).toHaveValue('1,250');
  });
  it('accept several lines of text', async () => {
    const save = show((props) => <TextAreaField {...props} />);
    await field.click();
    await userEvent.keyboard('one{Enter}two');
    expect(await save()).toBe('one\ntwo');
  });
  it('grow with several lines of text, from three lines to twelve', async () => {
    show((props) => <TextAreaField {...props} />);
    const height = () => field.element().getBoundingClientRect().height;
    const heights = [];
    for (const lines of [0, 3, 4, 12, 30]) {
      await field.fill(Array.from({ length: lines }, () => 'word').join('\n'));
      heights.push(height());
    }
    const [none = 0, three, four = 0, twelve, thirty] = heights;
    const line = four - none;
    expect(line).toBeGreaterThan(10);
    expect(three).toBe(none);
    expect(twelve).toBeCloseTo(none + 9 * line, 0);
    expect(thirty).toBeCloseTo(none + 9 * line, 0);
  });
  it('can be switched on and off', async () => {
    const save = show((props) => <SwitchField {...props} />, false);
    await page.getByRole('switch', { name: 'Field' }).click();
    expect(await save()).toBe(true);
    await page.getByRole('switch', { name: 'Field' }).click();
    expect(await save()).toBe(false);
  });
  it('show a password on request', async () => {
    show((props) => <PasswordField {...props} autoComplete="current-password" />);
    await field.fill('secret word');
    await expect.element(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(field).toHaveAttribute('type', 'text');
  });
  it('let the browser fill in a one-time code', async () => {
    show((props) => <CodeField {...props} isRecovery={false} />);
    await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(field).toHaveAttribute('inputmode', 'numeric');
  });
});
