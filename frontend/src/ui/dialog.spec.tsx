import { expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Dialog } from './dialog.tsx';
import { toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

const shown = (open: boolean) => (
  <>
    <Dialog open={open} onOpenChange={() => undefined} title="Edit">
      text
    </Dialog>
    <Toaster />
  </>
);

it('sends messages away that would lie over it, but for those that offer something to do', () => {
  const { rerender } = render(shown(false));
  act(() => void toast({ title: 'Saved' }));
  expect(screen.getByText('Saved')).toBeTruthy();
  rerender(shown(true));
  expect(screen.queryByText('Saved')).toBeNull();

  rerender(shown(false));
  act(() => void toast({ title: 'Deleted', undo: () => undefined }));
  rerender(shown(true));
  expect(screen.getByText('Deleted')).toBeTruthy();

  rerender(shown(false));
  act(() => void toast({ title: 'Connected', stays: true }));
  rerender(shown(true));
  expect(screen.getByText('Connected')).toBeTruthy();
});
