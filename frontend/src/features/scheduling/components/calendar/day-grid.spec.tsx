import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { DayGrid } from './day-grid.tsx';

const DAYS = [
  '2030-05-13',
  '2030-05-14',
  '2030-05-15',
  '2030-05-16',
  '2030-05-17',
  '2030-05-18',
  '2030-05-19',
];
const NOW = Date.parse('2031-01-01T00:00:00Z');
const PLATFORMS = new Map<number, never>();
const SPANS = DAYS.map(() => []);
const ignore = () => undefined;

it('renders only the two days again between which the focus moves', () => {
  const rendered: string[] = [];
  const cellProps = (cell: string) => {
    rendered.push(cell);
    return { 'data-cell': cell, onDragOver: ignore, onDrop: ignore };
  };
  const entryProps = () => {
    throw new Error('There are no entries.');
  };
  const withFocusOn = (focused: string) => (
    <DayGrid
      days={DAYS}
      spans={SPANS}
      today="2031-01-01"
      month={null}
      zone="Europe/Paris"
      now={NOW}
      platforms={PLATFORMS}
      moving={{ target: null, grabbed: null, entryProps, cellProps }}
      tabIndexOf={(cell) => (cell === focused ? 0 : -1)}
      onOpen={ignore}
      onDay={ignore}
    />
  );
  const { rerender } = render(withFocusOn('2030-05-13'));
  expect(rendered).toEqual(DAYS);

  rendered.length = 0;
  rerender(withFocusOn('2030-05-16'));
  expect(rendered).toEqual(['2030-05-13', '2030-05-16']);
});
