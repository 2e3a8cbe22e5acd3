import { expect, it } from '@jest/globals';
import { LateCalls } from './late-calls.ts';

it('makes workers wait three times the longest delay of a call, and never shortens the wait', () => {
  const late = new LateCalls(2_000);
  late.noteDelay(500);
  expect(late).toMatchObject({ waits: 2_000, longest: 500, overdue: 0 });
  late.noteDelay(1_000);
  expect(late).toMatchObject({ waits: 3_000, longest: 1_000, overdue: 0 });
  late.noteDelay(300);
  expect(late).toMatchObject({ waits: 3_000, longest: 1_000, overdue: 0 });
});
it('counts calls that were delayed for longer than workers waited at that time', () => {
  const late = new LateCalls(2_000);
  late.noteDelay(2_500);
  expect(late).toMatchObject({ waits: 7_500, longest: 2_500, overdue: 1 });
  late.noteDelay(2_500);
  expect(late).toMatchObject({ waits: 7_500, longest: 2_500, overdue: 1 });
});
