import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ReactNode, useEffect, useState } from 'react';
import { useKeys } from '../../lib/page/keys.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { Chooser } from '../form/chooser.tsx';
import { confirm, Dialog, DialogButtons } from './confirm.tsx';
import { ChooseFiles } from './drop-target.tsx';
import { InUseDialog } from './in-use-dialog.tsx';
import { Panel } from './panel.tsx';

const button = (name: string) => page.getByRole('button', { name });

describe('a confirmation', () => {
  const answers: boolean[] = [];
  const ask = async () => {
    answers.push(
      await confirm({ title: 'Archive it?', body: 'It leaves the lists.', action: 'Archive', danger: true }),
    );
  };
  async function open() {
    answers.length = 0;
    startApi();
    renderPart(
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>,
    );
    await button('Ask').click();
    await expect.element(page.getByRole('dialog', { name: 'Archive it?' })).toBeVisible();
  }

  it('is given with the button that names the action, which has the focus', async () => {
    await open();
    await expect.element(button('Archive')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => answers).toEqual([true]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
  it.each(['Cancel', 'Close'])('is answered no by %s', async (name) => {
    await open();
    await button(name).click();
    await expect.poll(() => answers).toEqual([false]);
  });
  it('is cancelled with Escape, and the focus returns', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => answers).toEqual([false]);
    await expect.element(button('Ask')).toHaveFocus();
  });
});

describe('a dialog', () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    const close = () => setOpen(false);
    const buttons = <DialogButtons action="Store" onCancel={close} isBlocked />;
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <Dialog title="Details" onClose={close} footer={buttons}>
            <input aria-label="Name" />
          </Dialog>
        )}
      </>
    );
  }
  it('returns the focus when it is unmounted while open', async () => {
    startApi();
    renderPart(<Opener />);
    await button('Open').click();
    await expect.element(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
    await expect.element(button('Store')).toBeDisabled();
    await button('Cancel').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
  });
});

describe('every dialog', () => {
  const SPEEDS = ['Sea', 'Rail', 'Air', 'Sea express'];
  const pressed: string[] = [];
  function Shown({ children, isBlocked = false }: { children: ReactNode; isBlocked?: boolean }) {
    const [isOpen, setOpen] = useState(false);
    useKeys({ 'Ctrl Enter': () => pressed.push('the page') });
    const close = () => setOpen(false);
    const buttons = (
      <DialogButtons action="Store" onCancel={close} onAction={() => pressed.push('Store')} isBlocked={isBlocked} />
    );
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <Dialog title="Details" onClose={close} footer={buttons}>
            {children}
          </Dialog>
        )}
      </>
    );
  }
  async function open(part: ReactNode) {
    pressed.length = 0;
    startApi();
    renderPart(part);
    await button('Open').click();
    await expect.element(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
  }
  function Speed() {
    const [speed, setSpeed] = useState<string | null>('Rail');
    return (
      <>
        <Chooser label="Speed" data={SPEEDS} value={speed} onChange={setSpeed} />
        <Chooser label="Place" data={['Leeds', 'York']} value="York" searchable />
      </>
    );
  }

  it('begins in its first field, and Enter there presses the primary button', async () => {
    await open(
      <Shown>
        <input aria-label="Name" />
      </Shown>,
    );
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    await userEvent.keyboard('Haosheng{Enter}');
    await expect.poll(() => pressed).toEqual(['Store']);
  });
  it('begins at its primary button without a field, also when that can be pressed only later', async () => {
    function Later() {
      const [isBlocked, setBlocked] = useState(true);
      useEffect(() => {
        const timer = setTimeout(() => setBlocked(false), 300);
        return () => clearTimeout(timer);
      }, []);
      return <Shown isBlocked={isBlocked}>Nothing to type.</Shown>;
    }
    await open(<Later />);
    await expect.element(button('Store')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => pressed).toEqual(['Store']);
  });
  it('keeps Enter in a text of several lines', async () => {
    await open(
      <Shown>
        <textarea aria-label="Notes" />
      </Shown>,
    );
    await userEvent.keyboard('a{Enter}b');
    await expect.element(page.getByLabelText('Notes')).toHaveValue('a\nb');
    expect(pressed).toEqual([]);
  });
  it('turns the shortcuts of the page off while it is open', async () => {
    await open(<Shown>Nothing to type.</Shown>);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(pressed).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(pressed).toEqual(['the page']);
  });
  it('has choosers that select their text, or take letters if they have no search', async () => {
    await open(
      <Shown>
        <Speed />
      </Shown>,
    );
    const speed = page.getByRole('combobox', { name: 'Speed' });
    await expect.element(speed).toHaveFocus();
    await userEvent.keyboard('s');
    await expect.element(speed).toHaveValue('Sea express');
    await userEvent.keyboard('{Tab}');
    const place = page.getByRole('combobox', { name: 'Place' });
    await expect.element(place).toHaveFocus();
    const { selectionStart, selectionEnd } = place.element() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, 'York'.length]);
  });
});

describe('the dialog about a row that is in use', () => {
  const uses = [
    { type: 'INVOICE' as const, id: 'i1', label: 'HS-1', order: null },
    { type: 'ORDER' as const, id: 'o1', label: 'SO-1', order: null },
  ];
  const open = (onArchive: (() => void) | undefined) => {
    startApi();
    renderPart(
      <InUseDialog
        message="Still used."
        uses={uses}
        archive="Archive it"
        onArchive={onArchive}
        onClose={() => undefined}
      />,
    );
  };
  it('lists the records that use the row, with links, and offers to archive it', async () => {
    let archived = 0;
    open(() => {
      archived += 1;
    });
    await expect.element(page.getByText('Still used.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'HS-1' }))
      .toHaveAttribute('href', expect.stringContaining('i1'));
    expect(page.getByRole('link', { name: 'SO-1' }).query()).toBeNull();
    await button('Archive it').click();
    expect(archived).toBe(1);
  });
  it('does not offer to archive a row that is archived already', async () => {
    open(undefined);
    await expect.element(page.getByText('Still used.')).toBeVisible();
    expect(button('Archive it').query()).toBeNull();
  });
});

describe('a panel', () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <Panel title="Explained" subtitle="To the cent" onClose={() => setOpen(false)}>
            <p>inside</p>
          </Panel>
        )}
      </>
    );
  }
  it('takes the focus, closes with Escape, and returns the focus', async () => {
    startApi();
    renderPart(<Opener />);
    await button('Open').click();
    const panel = page.getByRole('complementary', { name: 'Explained' });
    await expect.element(panel).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
  });
});

describe('a toast', () => {
  it('reports what was done, and undoes it only once', async () => {
    let undone = 0;
    startApi();
    renderPart(<p>page</p>);
    await expect.element(page.getByText('page')).toBeVisible();
    toast('success', 'Archived', {
      onUndo: () => {
        undone += 1;
      },
    });
    await expect.element(page.getByRole('status').getByText('Archived')).toBeVisible();
    await button('Undo').click();
    await expect.element(page.getByText('Archived')).not.toBeInTheDocument();
    expect(undone).toBe(1);
  });
  it('about a failure is an alert, and at most three toasts are shown', async () => {
    startApi();
    renderPart(<p>page</p>);
    await expect.element(page.getByText('page')).toBeVisible();
    for (const name of ['One', 'Two', 'Three', 'Four']) toast('error', name, { scope: 'global' });
    await expect.element(page.getByRole('alert').getByText('Three')).toBeVisible();
    expect(page.getByText('Four').query()).toBeNull();
  });
});

describe('the file chooser', () => {
  const chosen: string[][] = [];
  const show = (isAllowed: boolean) => {
    chosen.length = 0;
    startApi();
    renderPart(
      <ChooseFiles
        label="File"
        accept=".pdf"
        permission={{ allowed: isAllowed, reason: isAllowed ? undefined : 'Not for you.' }}
        onFiles={(files) => chosen.push(files.map(({ name }) => name))}
      >
        Choose
      </ChooseFiles>,
    );
  };
  it('passes on the chosen files, even when the same file is chosen again', async () => {
    show(true);
    const file = new File(['%PDF'], 'bill.pdf', { type: 'application/pdf' });
    await page.getByLabelText('File').upload(file);
    await page.getByLabelText('File').upload(file);
    await expect.poll(() => chosen).toEqual([['bill.pdf'], ['bill.pdf']]);
  });
  it('is disabled without permission', async () => {
    show(false);
    await expect.element(page.getByRole('note', { name: 'Not for you.' })).toBeVisible();
    await expect.element(button('Choose')).toBeDisabled();
  });
});
