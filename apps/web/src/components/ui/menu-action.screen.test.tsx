import { IconCopy, IconTrash } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { Menu } from './layers.tsx';
import { MenuAction } from './menu-action.tsx';

describe('an action of a menu that is not available', () => {
  it('is reached with the arrow keys, says why, and does nothing', async () => {
    startApi();
    const done: string[] = [];
    renderPart(
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuAction icon={IconCopy} reason={undefined} onClick={() => done.push('copy')}>
            Copy
          </MenuAction>
          <MenuAction icon={IconTrash} color="danger" reason="It is in use." onClick={() => done.push('delete')}>
            Delete
          </MenuAction>
        </Menu.Dropdown>
      </Menu>,
    );
    await page.getByRole('button', { name: 'More' }).click();
    const remove = page.getByRole('menuitem', { name: 'Delete', exact: true });
    await expect.element(remove).toHaveAccessibleDescription('It is in use.');
    await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(remove).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(remove).toBeVisible();
    expect(done).toEqual([]);
    await expectNoSeriousFindings();
  });
});
