import { useEffect, useState } from 'react';
import { Link, useBlocker, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { Chooser } from '../form/chooser.tsx';
import { confirm, Dialog } from './confirm.tsx';
import { Menu, Popover } from './layers.tsx';
import { Panel } from './panel.tsx';

const button = (name: string) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const back = () => window.history.back();

function Pages() {
  return <Page key={useLocation().pathname} />;
}
/** A field whose input is not lost without a question. */
function Note() {
  const [note, setNote] = useState('');
  const blocker = useBlocker(note !== '');
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ title: 'Leave it?', body: 'Words', action: 'Discard' }).then((isSure) =>
      isSure ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker]);
  return <input aria-label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />;
}

function Page() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState('');
  const close = () => setOpen('');
  return (
    <>
      {['dialog', 'sheet', 'popover'].map((name) => (
        <button key={name} type="button" onClick={() => setOpen(name)}>
          Open {name}
        </button>
      ))}
      <Link to="/other" style={TARGET}>
        Leave
      </Link>
      <Menu>
        <Menu.Target>
          <button type="button">Open menu</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Copy</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Popover opened={isOpen === 'popover'} onChange={close} withRoles={false}>
        <Popover.Target>
          <span />
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Popover">
          <button type="button" onClick={() => void navigate('?f=1', { replace: true })}>
            Filter
          </button>
        </Popover.Dropdown>
      </Popover>
      <Note />
      <Chooser label="Fruit" data={['Apple', 'Pear']} />
      {isOpen === 'sheet' && (
        <Panel title="Sheet" onClose={close}>
          Words
        </Panel>
      )}
      {isOpen === 'dialog' && (
        <Dialog title="Dialog" onClose={close}>
          <button type="button" onClick={() => void confirm({ title: 'Sure?', body: 'Words', action: 'Do it' })}>
            Ask
          </button>
          <Link to="/third" style={TARGET}>
            Go on
          </Link>
        </Dialog>
      )}
    </>
  );
}

/** A link that a finger can hit. */
const TARGET = { display: 'block', lineHeight: '24px' } as const;

/** Opens the page after another one, so that Back has somewhere to go. */
async function open(width = 390) {
  await page.viewport(width, 844);
  startApi();
  renderPart(<Pages />, '/first');
  await expect.element(button('Open dialog')).toBeVisible();
  await page.getByRole('link', { name: 'Leave' }).click();
  await expect.poll(() => window.location.pathname).toBe('/other');
}
const expectToStay = () => expect(window.location.pathname).toBe('/other');

beforeEach(() => open());
afterEach(() => page.viewport(1440, 900));

const LAYERS = [
  ['dialog', () => dialog('Dialog')],
  ['sheet', () => dialog('Sheet')],
  ['popover', () => dialog('Popover')],
  ['menu', () => page.getByRole('menu')],
] as const;

it.each(LAYERS)('axe finds nothing serious in an open %s on a phone', async (name, layer) => {
  await button(`Open ${name}`).click();
  await expect.element(layer()).toBeVisible();
  await expectNoSeriousFindings();
});

describe('Back on a phone', () => {
  it.each(LAYERS)('closes a %s and stays on the page; then it leaves the page', async (name, layer) => {
    await button(`Open ${name}`).click();
    await expect.element(layer()).toBeVisible();
    back();
    await expect.element(layer()).not.toBeInTheDocument();
    expectToStay();
    back();
    await expect.poll(() => window.location.pathname).toBe('/first');
  });
  it('closes the list of a field', async () => {
    await page.getByRole('combobox', { name: 'Fruit' }).click();
    await expect.element(page.getByRole('option', { name: 'Pear' })).toBeVisible();
    back();
    await expect.element(page.getByRole('option', { name: 'Pear' })).not.toBeInTheDocument();
    expectToStay();
  });
  it('closes one layer after the other, the uppermost first', async () => {
    await button('Open dialog').click();
    await button('Ask').click();
    await expect.element(dialog('Sure?')).toBeVisible();
    back();
    await expect.element(dialog('Sure?')).not.toBeInTheDocument();
    await expect.element(dialog('Dialog')).toBeVisible();
    back();
    await expect.element(dialog('Dialog')).not.toBeInTheDocument();
    expectToStay();
  });
  it('leaves the page at once after a layer was closed in another way, however often', async () => {
    for (const _ of [1, 2]) {
      await button('Open dialog').click();
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog('Dialog')).not.toBeInTheDocument();
    }
    back();
    await expect.poll(() => window.location.pathname).toBe('/first');
  });
  it('returns to the page below from a page that was opened in a layer, and goes forward again', async () => {
    await button('Open dialog').click();
    await page.getByRole('link', { name: 'Go on' }).click();
    await expect.poll(() => window.location.pathname).toBe('/third');
    for (const [move, path] of [
      [-1, '/other'],
      [1, '/third'],
      [-1, '/other'],
      [-1, '/first'],
    ] as const) {
      window.history.go(move);
      await expect.poll(() => window.location.pathname).toBe(path);
      await expect.element(page.getByRole('link', { name: 'Leave' })).toBeVisible();
      expect(page.getByRole('dialog').query()).toBeNull();
    }
  });
  it('asks before a page with unsaved input is left, and Back answers no', async () => {
    await page.getByRole('textbox', { name: 'Note' }).fill('Half');
    for (const _ of [1, 2]) {
      back();
      await expect.element(dialog('Leave it?')).toBeVisible();
      await expect.poll(() => window.history.state.layerDepth).toBe(1);
      expectToStay();
      back();
      await expect.element(dialog('Leave it?')).not.toBeInTheDocument();
      expectToStay();
    }
    await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Half');
    back();
    await button('Discard').click();
    await expect.poll(() => window.location.pathname).toBe('/first');
  });
  it('keeps the filter that was set in the layer', async () => {
    await button('Open popover').click();
    await button('Filter').click();
    await expect.poll(() => window.location.search).toBe('?f=1');
    back();
    await expect.element(dialog('Popover')).not.toBeInTheDocument();
    expectToStay();
    expect(window.location.search).toBe('?f=1');
    back();
    await expect.poll(() => window.location.pathname).toBe('/first');
  });
});

it('leaves the page with an open dialog in a wide window', async () => {
  await page.viewport(1440, 900);
  await button('Open dialog').click();
  await expect.element(dialog('Dialog')).toBeVisible();
  back();
  await expect.poll(() => window.location.pathname).toBe('/first');
});
