import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, jest } from '@jest/globals';
import { useDragOrder } from './use-drag-order.ts';

const IDS = ['a', 'b', 'c'];

function List({ onDrop }: { onDrop: (id: string, after: string | null) => void }) {
  const list = useRef<HTMLUListElement>(null);
  const { ids, handle } = useDragOrder(IDS, list, onDrop);
  return (
    <ul ref={list}>
      {ids.map((id) => (
        <li key={id} data-drag>
          <button {...handle(id)}>{id}</button>
        </li>
      ))}
    </ul>
  );
}

it('drops an item at its last place, although the user releases it before that place is rendered', () => {
  const onDrop = jest.fn();
  render(<List onDrop={onDrop} />);
  const handle = screen.getByRole('button', { name: 'c' });
  // jsdom has no pointer events and no capture of pointers. Each element is at the top, so each movement leads to the first place.
  handle.setPointerCapture = () => undefined;
  const send = (type: string) => handle.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  act(() => {
    send('pointerdown');
  });
  // React renders after `act`.
  act(() => {
    send('pointermove');
    send('pointerup');
  });
  expect(onDrop.mock.calls).toEqual([['c', null]]);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(IDS);
});
