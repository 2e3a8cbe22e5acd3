import { expect, it, jest } from '@jest/globals';
import { CatchBoundary } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { lazyPart } from '#lib/lazy-part.ts';
import { noteDisconnected } from '#lib/live-cut.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { Part } from './part.tsx';

// React logs every error that a boundary catches.
jest.spyOn(console, 'error').mockImplementation(() => undefined);
jest.spyOn(console, 'warn').mockImplementation(() => undefined);

const Missing = lazyPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
const Broken = lazyPart(() =>
  Promise.resolve(() => {
    throw new Error('It is broken');
  }),
);
const screenAround = (part: React.ReactNode) =>
  render(
    <CatchBoundary getResetKey={() => 0} errorComponent={({ error }) => <p>Whole screen: {String(error)}</p>}>
      <label>
        Your reply <textarea defaultValue="Half a sentence" />
      </label>
      {part}
    </CatchBoundary>,
  );

it('shows an error for a part whose code failed to load, and keeps the rest of the screen', async () => {
  screenAround(
    <Part fallback="Loading…">
      <Missing />
    </Part>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded.');
  screen.getByRole('button', { name: 'Reload' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('Half a sentence');
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows an icon when there is no room for text, and nothing for an optional component', async () => {
  screenAround(
    <>
      <Part trouble="picture">
        <Missing />
      </Part>
      <Part trouble="silent">
        <Missing />
      </Part>
    </>,
  );
  await screen.findByRole('button', { name: 'This part could not be loaded. Reload' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('passes an error that the component throws on to the screen', async () => {
  screenAround(
    <Part>
      <Broken />
    </Part>,
  );
  await screen.findByText('Whole screen: Error: It is broken');
});

it('loads the missing code again when the server is back', async () => {
  let isDown = true;
  const Late = lazyPart(() =>
    isDown ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(() => <p>Here it is</p>),
  );
  screenAround(
    <Part trouble="words">
      <Late />
    </Part>,
  );
  act(() => {
    noteDisconnected(Date.now());
  });
  await screen.findByRole('alert');
  isDown = false;
  act(() => {
    noteDisconnected(null);
  });
  await screen.findByText('Here it is');
  expect(screen.queryByRole('alert')).toBeNull();
});
