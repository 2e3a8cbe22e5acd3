import { DAY_MINUTES, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dueAge, MILESTONES_ALONE, USUAL } from '../../domain/metrics/ladder.ts';
import { dueStep, ladderFor, nextPollAt, retryPollAt, shareOf, type PollPlan } from './next-poll.ts';

const PUBLISHED = '2030-01-01T12:00:00.000Z';
const at = (minutes: number) => new Date(Date.parse(PUBLISHED) + minutes * MINUTE_MS);
const usual: PollPlan = { ladder: USUAL, isSimulated: false, costs: false };
type Post = Parameters<typeof retryPollAt>[0];
const post = (changes: Partial<Post> = {}): Post => ({
  postId: 1,
  accountId: 7,
  publishedAt: PUBLISHED,
  checkedAt: null,
  askedAt: null,
  goneAt: null,
  tries: 0,
  ...changes,
});
const share = shareOf('1-7');
const checked = (minutes: number) => post({ checkedAt: at(minutes).toISOString() });

it('makes a poll due at the first step, and then not before the next step', () => {
  const [first, second] = [dueAge(10, share), dueAge(30, share)];
  expect(dueStep(post(), usual, at(first - 0.1))).toBeUndefined();
  expect(dueStep(post(), usual, at(first + 0.1))).toBe(10);
  expect(dueStep(checked(first + 0.1), usual, at(second - 0.1))).toBeUndefined();
  expect(dueStep(checked(first + 0.1), usual, at(second + 0.1))).toBe(30);
  expect(dueStep(post(), usual, at(369 * DAY_MINUTES))).toBe(360 * DAY_MINUTES);
  expect(dueStep(checked(368 * DAY_MINUTES), usual, at(369 * DAY_MINUTES))).toBeUndefined();
  expect(dueStep(post(), usual, at(400 * DAY_MINUTES))).toBeUndefined();
});
it('makes a poll due between steps when a user requests it, and as a step when one is due', () => {
  const asked = { ...checked(15), askedAt: at(16).toISOString() };
  expect(dueStep(asked, usual, at(17))).toBeNull();
  expect(dueStep({ ...asked, checkedAt: at(29).toISOString() }, usual, at(40))).toBe(30);
  expect(dueStep({ ...post(), askedAt: at(2).toISOString() }, usual, at(3))).toBeNull();
});
it('makes a poll of a post that seemed gone due again, at the same step', () => {
  const gone = { ...checked(70), goneAt: at(70).toISOString() };
  expect(dueStep(gone, usual, at(80))).toBe(60);
  expect(dueStep({ ...checked(5), goneAt: at(5).toISOString() }, usual, at(8))).toBeNull();
});
it('plans the next step by the age of the post, not by earlier polls', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 400 * DAY_MINUTES, noNaN: true }), (age) => {
      const next = nextPollAt(post(), usual, at(age));
      const due = USUAL.ages.map((step) => dueAge(step, share)).find((each) => each > age);
      expect(next).toBe(due === undefined ? null : at(due).toISOString());
    }),
  );
});
it('tries again after one and after ten minutes, and then waits for the next step', () => {
  const now = at(2 * DAY_MINUTES + 200);
  expect([0, 1, 2].map((tries) => retryPollAt(post({ tries }), usual, now))).toEqual([
    { dueAt: at(2 * DAY_MINUTES + 201).toISOString(), tries: 1 },
    { dueAt: at(2 * DAY_MINUTES + 210).toISOString(), tries: 2 },
    { dueAt: nextPollAt(post(), usual, now), tries: 0 },
  ]);
});
it('tries again no later than the next step', () => {
  const now = at(dueAge(30, share) - 0.5);
  const dueAt = at(dueAge(30, share)).toISOString();
  expect(retryPollAt(post({ tries: 1 }), usual, now)).toEqual({ dueAt, tries: 0 });
});
it('tries the last step again too, and then ends the polls', () => {
  const now = at(380 * DAY_MINUTES);
  expect(retryPollAt(post(), usual, now)).toEqual({
    dueAt: at(380 * DAY_MINUTES + 1).toISOString(),
    tries: 1,
  });
  expect(retryPollAt(post({ tries: 2 }), usual, now)).toEqual({ dueAt: null, tries: 0 });
});
it('polls every few seconds in the sandbox, then every minute for a day', () => {
  const simulated: PollPlan = { ladder: USUAL, isSimulated: true, costs: false };
  expect(nextPollAt(post(), simulated, at(1))).toBe(at(1 + 5 / 60).toISOString());
  expect(nextPollAt(post(), simulated, at(90))).toBe(at(91).toISOString());
  // The time of the last poll does not matter, so all posts of an account are due together.
  expect(nextPollAt(post(), simulated, at(1 + 4 / 60))).toBe(at(1 + 5 / 60).toISOString());
  expect(nextPollAt(post(), simulated, at(90.9))).toBe(at(91).toISOString());
  expect(nextPollAt(post(), simulated, at(2 * DAY_MINUTES))).toBe(
    nextPollAt(post(), usual, at(2 * DAY_MINUTES)),
  );
  expect(dueStep(checked(1), simulated, at(1.05))).toBeUndefined();
  expect(dueStep(checked(1), simulated, at(1.1))).toBeNull();
});
it('polls only milestones if the owner sees no figures, and does not poll if this costs money', () => {
  const own = { ages: [DAY_MINUTES] };
  expect(ladderFor(undefined, true, false)).toBe(USUAL);
  expect(ladderFor(own, true, true)).toBe(own);
  expect(ladderFor(own, false, false)).toBe(MILESTONES_ALONE);
  expect(ladderFor(own, false, true)).toEqual({ ages: [] });
});
it('spreads streams evenly, and always gives the same share to one stream', () => {
  const shares = Array.from({ length: 2_000 }, (_, id) => shareOf(`${String(id)}-7`));
  expect(shares.every((of) => of >= 0 && of < 1)).toBe(true);
  for (const from of [0, 0.25, 0.5, 0.75])
    expect(shares.filter((of) => of >= from && of < from + 0.25).length).toBeGreaterThan(400);
  expect(shareOf('1-7')).toBe(shares[1]);
});
