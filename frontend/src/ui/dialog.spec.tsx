import { expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

const aDialog = (open: boolean) => (
  <>
    <Dialog open={open} onOpenChange={() => undefined} title="Edit">
      text
    </Dialog>
    <Toaster />
  </>
);

it('hides toasts when it opens, except those that offer Undo or stay until dismissed', () => {
  const { rerender } = render(aDialog(false));
  act(() => void toast({ title: 'Saved' }));
  expect(screen.getByText('Saved')).toBeTruthy();
  rerender(aDialog(true));
  expect(screen.queryByText('Saved')).toBeNull();

  rerender(aDialog(false));
  act(() => void toast({ title: 'Deleted', undo: () => undefined }));
  rerender(aDialog(true));
  expect(screen.getByText('Deleted')).toBeTruthy();

  rerender(aDialog(false));
  act(() => void toast({ title: 'Connected', stays: true }));
  rerender(aDialog(true));
  expect(screen.getByText('Connected')).toBeTruthy();
});

function MenuWithQuestion() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem
          onSelect={() => {
            setAsking(true);
          }}
        >
          Remove…
        </MenuItem>
      </Menu>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove?"
        description=""
        confirm="Remove"
        onConfirm={() => undefined}
      />
    </>
  );
}

it.each(['Cancel', 'Remove'])(
  'returns the focus to the button of the menu from which it was opened: %s',
  async (name) => {
    const user = userEvent.setup();
    render(<MenuWithQuestion />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }));
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
    });
  },
);
