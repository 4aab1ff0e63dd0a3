import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { ApiError } from '../errors/api-error.ts';
import { useWrite, write } from './write.ts';

const FAILURE = { verb: 'update', entity: 'supplier' } as const;
const refusal = () => new ApiError({ status: 409, code: 'conflict', message: 'Somebody changed the supplier.' });
const button = (name: string) => page.getByRole('button', { name });

/** Each button sends its label. The first attempt to send a label is refused. */
function Sender({ isShownInline, sent }: { isShownInline: boolean; sent: (readonly [string, string])[] }) {
  const send = useWrite({
    send: (text: string, key) => {
      const isFirst = sent.every(([one]) => one !== text);
      sent.push([text, key()]);
      return isFirst ? Promise.reject(refusal()) : Promise.resolve(text);
    },
    failure: FAILURE,
    isShownInline,
  });
  return (
    <>
      {['one', 'two'].map((text) => (
        <button key={text} type="button" onClick={() => send.mutate(text)}>
          {text}
        </button>
      ))}
      <p>Problem: {send.problem ?? 'none'}</p>
      <p>Stored: {send.data ?? 'nothing'}</p>
    </>
  );
}

describe('a write of a component', () => {
  function start(isShownInline: boolean) {
    startApi();
    const sent: (readonly [string, string])[] = [];
    renderPart(<Sender isShownInline={isShownInline} sent={sent} />);
    return sent;
  }

  it('shows a failure in a toast, and keeps its idempotency key while its input is unchanged', async () => {
    const sent = start(false);
    await button('one').click();
    await expect.element(page.getByRole('alert').getByText('Somebody changed the supplier.')).toBeVisible();
    await button('one').click();
    await expect.element(page.getByText('Stored: one')).toBeVisible();
    await expect.element(page.getByText('Problem: none')).toBeVisible();
    await button('two').click();
    await expect.element(page.getByText('Problem: Somebody changed the supplier.')).toBeVisible();
    const [first, second, third] = sent.map(([, key]) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('shows a failure only beside its form if the form shows it', async () => {
    start(true);
    await button('one').click();
    await expect.element(page.getByText('Problem: Somebody changed the supplier.')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
  });
});

describe('a write of a menu item', () => {
  it('shows a message with Undo', async () => {
    startApi();
    let isUndone = false;
    renderPart(<p>Page</p>);
    const written = await write(() => Promise.resolve(7), {
      failure: FAILURE,
      done: 'Stored.',
      undo: () => {
        isUndone = true;
      },
    });
    expect(written).toEqual({ result: 7 });
    await button('Undo').click();
    expect(isUndone).toBe(true);
  });
  it('is undone by Ctrl Z, but not while somebody types', async () => {
    startApi();
    let undone = 0;
    renderPart(<input aria-label="Note" />);
    const undo = () => {
      undone += 1;
    };
    await write(() => Promise.resolve(7), { failure: FAILURE, done: 'Stored.', undo });
    await expect.element(button('Undo')).toBeVisible();
    await page.getByRole('textbox', { name: 'Note' }).click();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(undone).toBe(0);
    await userEvent.tab();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(undone).toBe(1);
    await expect.element(button('Undo')).not.toBeInTheDocument();
  });

  it('shows a failure in a toast and resolves to undefined', async () => {
    startApi();
    renderPart(<p>Page</p>);
    expect(await write(() => Promise.reject(refusal()), { failure: FAILURE, done: 'Stored.' })).toBeUndefined();
    await expect.element(page.getByText('Somebody changed the supplier.')).toBeVisible();
    expect(page.getByText('Stored.').query()).toBeNull();
  });
});
