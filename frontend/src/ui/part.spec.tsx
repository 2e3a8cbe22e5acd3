import { expect, it, jest } from '@jest/globals';
import { CatchBoundary } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { lazyPart } from '#lib/lazy-part.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { Part } from './part.tsx';

// React tells of every error that a boundary catches.
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

it('says in the place of a part that its code did not come, and leaves the rest as it is', async () => {
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

it('says it with a picture where there is no room for words, and not at all where nobody would miss it', async () => {
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

it('leaves an error of the part itself to the screen', async () => {
  screenAround(
    <Part>
      <Broken />
    </Part>,
  );
  await screen.findByText('Whole screen: Error: It is broken');
});
