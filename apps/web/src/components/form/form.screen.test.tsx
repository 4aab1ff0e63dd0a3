import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { optionalText, requiredText, email, version } from '@quayside/contracts/primitives';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { ApiError } from '../../lib/errors/api-error.ts';
import { usePermission } from '../../lib/session/account.ts';
import type { Visitor } from '../../testing/person.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { TextField } from './fields.tsx';
import { Form, FormSection, SaveBar } from './form.tsx';
import { useAppForm } from './use-app-form.ts';

const schema = z.strictObject({
  name: requiredText(20),
  email: email.optional(),
  notes: optionalText(50).optional(),
  version: version.optional(),
});
type Body = z.input<typeof schema>;
const STORED = { name: 'Lamp', email: 'a@b.example', notes: 'blue', version: 4 };
type Row = typeof STORED;

/** Creates a `submit` function that returns `answer(body)`, and records the bodies that it receives in `sent`. */
function recorder(answer: (body: Body) => unknown = () => ({ version: 5 })) {
  const sent: Body[] = [];
  const submit = async (body: Body) => {
    sent.push(body);
    return await answer(body);
  };
  return { sent, submit };
}
type Submit = ReturnType<typeof recorder>['submit'];

function Card({ row, submit }: { row: Row; submit: Submit }) {
  const permission = usePermission(createSupplier);
  const [isSaved, setSaved] = useState(false);
  const form = useAppForm({
    failure: null,
    schema,
    initial: { ...row, repeat: '' },
    rowVersion: row.version,
    local: ['repeat'],
    check: ({ repeat, name }) => (repeat !== '' && repeat !== name ? { repeat: 'Not the same name' } : {}),
    submit,
    onSaved: () => setSaved(true),
  });
  const labels = [
    { name: 'name', label: 'Name' },
    { name: 'notes', label: 'Notes' },
  ];
  return (
    <Form form={form} conflictFields={labels} label="Card">
      <FormSection title="Words" form={form as never} fields={['name', 'email', 'repeat']}>
        <TextField {...form.field('name')} label="Name" />
        <TextField {...form.field('repeat')} label="Name again" />
        <TextField {...form.field('email')} label="E-mail" />
        <TextField {...form.field('notes')} label="Notes" />
      </FormSection>
      {isSaved && <p>stored</p>}
      <SaveBar form={form} permission={permission} />
    </Form>
  );
}

/** The form card, beside a link to another page and a button that loads a newer row, as the live stream does. */
function Screen({ submit, fresh = STORED }: { submit: Submit; fresh?: Row }) {
  const [row, setRow] = useState(STORED);
  return (
    <>
      <Link to="/elsewhere">Leave</Link>
      <button type="button" onClick={() => setRow(fresh)}>
        Fresh row
      </button>
      <p>at {useLocation().pathname}</p>
      <Card row={row} submit={submit} />
    </>
  );
}

const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const save = page.getByRole('button', { name: 'Save changes' });
const unsaved = (text: string) => page.getByRole('status').getByText(text);

async function open(submit: Submit, options: { fresh?: Row; as?: Visitor } = {}) {
  startApi({ as: options.as ?? 'admin' });
  renderPart(<Screen submit={submit} {...(options.fresh ? { fresh: options.fresh } : {})} />, '/card');
  await expect.element(field('Name')).toHaveValue('Lamp');
}

describe('the bar of a form', () => {
  it('keeps its place when error messages appear, so that a click on its way hits its button', async () => {
    const { submit } = recorder();
    startApi({ as: 'admin' });
    renderPart(
      <div style={{ display: 'flex', height: 860 }}>
        <PageFrame title="Card">
          <Card row={STORED} submit={submit} />
        </PageFrame>
      </div>,
    );
    await field('E-mail').fill('nowhere');
    await expect.element(save).toBeVisible();
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const place = () => save.element().getBoundingClientRect().toJSON();
    const before = place();
    await userEvent.tab();
    await expect.element(field('E-mail')).toBeInvalid();
    expect(place()).toEqual(before);
  });
  it('is hit by a click from an invalid field, also where another card follows the form', async () => {
    const { submit } = recorder();
    startApi({ as: 'admin' });
    renderPart(
      <PageFrame title="Card">
        <Card row={STORED} submit={submit} />
        <p>Below</p>
      </PageFrame>,
    );
    await field('E-mail').fill('nowhere');
    await expect.element(save).toBeVisible();
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    await save.click({ position: { x: 40, y: 3 } });
    await expect.element(field('E-mail')).toBeInvalid();
    await expect.element(field('E-mail')).toHaveFocus();
  });
});

const refused = (over: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({ status: 422, code: 'bad_input', message: 'Something went wrong', ...over });

describe('saving a form', () => {
  it('sends the body of the schema: a cleared text as null, and no local fields', async () => {
    const { sent, submit } = recorder();
    await open(submit);
    await field('Name').fill('Lantern');
    await field('Name again').fill('Lantern');
    await field('Notes').fill('');
    await save.click();
    await expect.element(page.getByText('stored')).toBeVisible();
    expect(sent).toEqual([{ name: 'Lantern', email: 'a@b.example', notes: '', version: 4 }]);
  });
  it('sends the version from the response to the previous save', async () => {
    const { sent, submit } = recorder();
    await open(submit);
    await field('Name').fill('Lantern');
    await save.click();
    await expect.element(save).not.toBeInTheDocument();
    await field('Name').fill('Torch');
    await save.click();
    await expect
      .poll(() => sent.map((body) => [body.name, body.version]))
      .toEqual([
        ['Lantern', 4],
        ['Torch', 5],
      ]);
  });
  it.each(['{Control>}s{/Control}', '{Control>}{Enter}{/Control}'])('is done by the keys %s', async (keys) => {
    const { sent, submit } = recorder();
    await open(submit);
    await field('Notes').fill('red');
    await userEvent.keyboard(keys);
    await expect.element(page.getByText('stored')).toBeVisible();
    expect(sent.map(({ notes }) => notes)).toEqual(['red']);
  });
  it('makes only one call, even when it is requested again while the call runs', async () => {
    const { promise, resolve } = Promise.withResolvers<{ version: number }>();
    const { sent, submit } = recorder(() => promise);
    await open(submit);
    await field('Notes').fill('red');
    await userEvent.keyboard('{Control>}sss{/Control}');
    await expect.element(page.getByRole('button', { name: 'Discard' })).toBeDisabled();
    resolve({ version: 5 });
    await expect.element(page.getByText('stored')).toBeVisible();
    expect(sent).toHaveLength(1);
  });
  it('is not offered to a viewer', async () => {
    await open(recorder().submit, { as: 'viewer' });
    await field('Notes').fill('red');
    await expect.element(page.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
    await expect.element(save).toBeDisabled();
  });
});

describe('an invalid form', () => {
  it('shows the error at the field and in the section, focuses the field, and sends nothing', async () => {
    const { sent, submit } = recorder();
    await open(submit);
    await field('E-mail').fill('nobody');
    await field('Name').fill(' ');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('2 fields need attention')).toBeVisible();
    await expect.element(field('Name')).toHaveAccessibleDescription('This field is required');
    await expect.element(field('E-mail')).toHaveAccessibleDescription('E-mail must be valid');
    await expect.element(field('Name')).toHaveFocus();
    expect(sent).toEqual([]);
  });
  it('reports two fields that do not match', async () => {
    const { sent, submit } = recorder();
    await open(submit);
    await field('Name again').fill('Lampe');
    await save.click();
    await expect.element(field('Name again')).toHaveAccessibleDescription('Not the same name');
    expect(sent).toEqual([]);
  });
  it('clears an error when the field is valid, and not before', async () => {
    await open(recorder().submit);
    await field('Name').fill('');
    await save.click();
    await expect.element(field('Name')).toHaveAccessibleDescription('This field is required');
    await field('Name').fill('A name of more than twenty letters');
    await expect.element(field('Name')).toHaveAccessibleDescription('At most 20 characters');
    await field('Name').fill('Lantern');
    await expect.element(field('Name')).toBeValid();
  });
  it('validates a changed field on blur', async () => {
    await open(recorder().submit);
    await field('E-mail').fill('nobody');
    expect(field('E-mail').element().getAttribute('aria-invalid')).not.toBe('true');
    await userEvent.tab();
    await expect.element(field('E-mail')).toHaveAccessibleDescription('E-mail must be valid');
  });
});

describe('a form that the server has refused', () => {
  it('shows errors of fields at the fields, and other errors above the buttons', async () => {
    const { submit } = recorder(() => {
      throw refused({
        errors: [
          { field: 'name', message: 'Taken already' },
          { field: 'colour', message: 'No such colour' },
        ],
      });
    });
    await open(submit);
    await field('Name').fill('Lantern');
    await save.click();
    await expect.element(field('Name')).toHaveAccessibleDescription('Taken already');
    await expect.element(page.getByRole('alert')).toHaveTextContent('No such colour');
    await expect.element(field('Name')).toHaveFocus();
  });
  it('shows the reason, and keeps the input', async () => {
    const { submit } = recorder(() => {
      throw refused({ status: 503, code: 'unavailable', message: 'The database does not answer.' });
    });
    await open(submit);
    await field('Name').fill('Lantern');
    await save.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The database does not answer.');
    await expect.element(field('Name')).toHaveValue('Lantern');
    await expect.element(unsaved('1 unsaved change')).toBeVisible();
  });
});

describe('a form with unsaved changes', () => {
  it('counts them, and discards them on request', async () => {
    await open(recorder().submit);
    await expect.element(save).not.toBeInTheDocument();
    await field('Name').fill('Lantern');
    await expect.element(unsaved('1 unsaved change')).toBeVisible();
    await field('Notes').fill('red');
    await expect.element(unsaved('2 unsaved changes')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(field('Name')).toHaveValue('Lamp');
    await expect.element(field('Notes')).toHaveValue('blue');
    await expect.element(save).not.toBeInTheDocument();
  });
  it('asks before the page is left, and stays when the person cancels', async () => {
    await open(recorder().submit);
    await field('Name').fill('Lantern');
    await page.getByRole('link', { name: 'Leave' }).click();
    await expect.element(page.getByRole('dialog', { name: '1 change is not saved.' })).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByText('at /card')).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Lantern');
  });
  it('leaves the page when the person agrees to discard them', async () => {
    await open(recorder().submit);
    await field('Name').fill('Lantern');
    await page.getByRole('link', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Discard 1 change' }).click();
    await expect.element(page.getByText('at /elsewhere')).toBeVisible();
  });
  it('asks nothing when nothing has changed', async () => {
    await open(recorder().submit);
    await page.getByRole('link', { name: 'Leave' }).click();
    await expect.element(page.getByText('at /elsewhere')).toBeVisible();
  });
});

describe('a row that somebody else has changed', () => {
  const THEIRS = { name: 'Lamp two', email: 'a@b.example', notes: 'green', version: 7 };
  const fresh = page.getByRole('button', { name: 'Fresh row' });

  it('is loaded into a form without unsaved changes', async () => {
    await open(recorder().submit, { fresh: THEIRS });
    await fresh.click();
    await expect.element(field('Name')).toHaveValue('Lamp two');
    await expect.element(save).not.toBeInTheDocument();
  });
  it('does not replace unsaved input', async () => {
    const { sent, submit } = recorder();
    await open(submit, { fresh: THEIRS });
    await field('Notes').fill('red');
    await fresh.click();
    await expect.element(field('Name')).toHaveValue('Lamp');
    await save.click();
    await expect.poll(() => sent.map((body) => body.version)).toEqual([4]);
  });

  const stale = (body: Body) => {
    if (body.version === 7) return { version: 8 };
    throw refused({ status: 409, code: 'conflict_version', message: 'Stale', current: THEIRS });
  };
  const choice = (name: string) => page.getByRole('radio', { name, exact: true });

  it('is compared with the input: own changes are kept by default, other fields take the stored value', async () => {
    const { sent, submit } = recorder(stale);
    await open(submit);
    await field('Notes').fill('red');
    await save.click();
    await expect.element(choice('Notes: Use mine')).toBeChecked();
    await expect.element(choice('Name: Use theirs')).toBeChecked();
    await page.getByRole('button', { name: 'Save these values' }).click();
    await expect.element(page.getByText('stored')).toBeVisible();
    expect(sent.at(-1)).toEqual({ name: 'Lamp two', email: 'a@b.example', notes: 'red', version: 7 });
  });
  it('can be accepted or overwritten in all fields at once', async () => {
    const { sent, submit } = recorder(stale);
    await open(submit);
    await field('Notes').fill('red');
    await save.click();
    await page.getByRole('button', { name: 'All theirs' }).click();
    await expect.element(choice('Notes: Use theirs')).toBeChecked();
    await page.getByRole('button', { name: 'All mine' }).click();
    await choice('Notes: Use theirs').click();
    await page.getByRole('button', { name: 'Save these values' }).click();
    await expect.element(page.getByText('stored')).toBeVisible();
    expect(sent.at(-1)).toEqual({ name: 'Lamp', email: 'a@b.example', notes: 'green', version: 7 });
  });
  it('is not saved when the comparison is closed', async () => {
    const { sent, submit } = recorder(stale);
    await open(submit);
    await field('Notes').fill('red');
    await save.click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(field('Notes')).toHaveValue('red');
    expect(sent).toHaveLength(1);
  });
});

describe('a refusal at a field that the form does not show', () => {
  const hidden = { name: 'Lamp', notes: 'blue' };
  /** A form whose notes appear only when they are asked for. */
  function Part({ refused }: { refused: readonly { field: string; message: string }[] }) {
    const [hasNotes, setHasNotes] = useState(false);
    const form = useAppForm({
      failure: null,
      schema: z.strictObject({ name: requiredText(20), notes: optionalText(50) }),
      initial: hidden,
      submit: async () => {
        throw new ApiError({ status: 422, code: 'bad_input', message: 'Something went wrong', errors: refused });
      },
    });
    return (
      <Form form={form} label="Card" guard={false}>
        <TextField {...form.field('name')} label="Name" />
        {hasNotes && <TextField {...form.field('notes')} label="Notes" />}
        <button type="button" onClick={() => setHasNotes(true)}>
          Add notes
        </button>
        <button type="submit">Save</button>
      </Form>
    );
  }
  const alert = page.getByRole('alert');

  it.each([
    ['that it does not have', 'supplierId'],
    ['that it has, but does not show', 'notes'],
  ])('is shown above the fields: one %s', async (_, name) => {
    startApi();
    renderPart(<Part refused={[{ field: name, message: 'This is gone' }]} />);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(alert).toHaveTextContent('This is gone');
  });
  it('is shown beside the errors that fields show, and these are not repeated', async () => {
    startApi();
    const refused = [
      { field: 'name', message: 'Too long' },
      { field: 'notes', message: 'Too short' },
      { field: 'supplierId', message: 'This is gone' },
    ];
    renderPart(<Part refused={refused} />);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(field('Name')).toHaveAccessibleDescription('Too long');
    await expect.element(alert).toHaveTextContent('This is gone. Too short.');
    // It stays above when another error is corrected.
    await field('Name').fill('Lamps');
    await expect.element(field('Name')).not.toHaveAttribute('aria-invalid', 'true');
    await expect.element(alert).toHaveTextContent('This is gone. Too short.');
  });
  it('is shown with the refusals of other hidden fields, each as a sentence', async () => {
    startApi();
    const refused = [
      { field: 'notes', message: 'Too short' },
      { field: 'supplierId', message: 'This is gone.' },
    ];
    renderPart(<Part refused={refused} />);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(alert).toHaveTextContent('This is gone. Too short.');
  });
  it('is not looked for in a form without errors, which would measure the layout of each form', async () => {
    startApi();
    const read = vi.spyOn(HTMLElement.prototype, 'innerText', 'get');
    try {
      renderPart(<Part refused={[]} />);
      await field('Name').fill('Lamps');
      await expect.element(field('Name')).toHaveValue('Lamps');
      expect(read).not.toHaveBeenCalled();
    } finally {
      read.mockRestore();
    }
  });
  it('is only at its field when the form shows it', async () => {
    startApi();
    renderPart(<Part refused={[{ field: 'notes', message: 'Too short' }]} />);
    await page.getByRole('button', { name: 'Add notes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(field('Notes')).toHaveAccessibleDescription('Too short');
    await expect.element(alert).not.toBeInTheDocument();
  });
});
