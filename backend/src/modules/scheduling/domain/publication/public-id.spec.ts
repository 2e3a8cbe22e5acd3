import { expect, it } from '@jest/globals';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { specify } from '@posthorn/event-sourcing/testing';
import { asDone } from './events-of-moves.ts';
import { eventAbout } from './event-about.ts';
import { nextPublicIdLookUp, recordPublicId } from './public-id.ts';
import { publicationStream } from './publication.ts';
import { recordLookUp } from './testing/publication-decisions.ts';
import type { PlatformFinding } from './testing/platform-answers.ts';
import { accepted, at, contextAt, started, target } from './testing/publication-samples.ts';

// A post that its platform has published, and whose public id it assigns only after a check.

const given = specify(publicationStream);
const withHandle = {
  kind: 'published',
  remoteId: 'h1',
  permalink: 'https://social.test/@ana',
  awaitsPublicId: true,
} as const;
const named = { kind: 'published', remoteId: '77', permalink: 'https://social.test/77' } as const;
const WEEK_SECONDS = 7 * 86_400;

const published = eventAbout({ target }, 'PlatformPublished', {
  attemptId: 'attempt-1',
  remoteId: 'h1',
  permalink: 'https://social.test/@ana',
  publishedAt: at(70),
  evidence: 'status',
  lookAgainAt: at(130),
  awaitsPublicId: true,
});
const assigned = eventAbout({ target }, 'PublicIdAssigned', {
  handle: 'h1',
  remoteId: '77',
  permalink: 'https://social.test/77',
  publishedAt: at(70),
  assignedAt: at(3600),
});
const story = [started(), accepted(1), published];
const search =
  (answer: PlatformFinding, seconds: number) => (publication: typeof publicationStream.initial) =>
    recordPublicId(publication, asDone(answer), contextAt(seconds));

it('plans a look-up for the public id when the platform has published the post under a handle', () => {
  given(started(), accepted(1))
    .when((publication) => recordLookUp(publication, 'attempt-1', withHandle, contextAt(70)))
    .then(published);
});
it('records the public id once', () => {
  given(...story)
    .when(search(named, 3600))
    .then(assigned);
  given(...story, assigned)
    .when(search(named, 3700))
    .then();
  expect([...story, assigned].reduce(publicationStream.evolve, publicationStream.initial)).toMatchObject({
    status: 'posted',
    remote: { remoteId: '77', permalink: 'https://social.test/77' },
    lookAgainAt: null,
    awaitsPublicId: null,
  });
});
it.each<PlatformFinding>([
  withHandle,
  { kind: 'pending' },
  { kind: 'absent' },
  { kind: 'cannot-tell' },
  { kind: 'failed', words: null },
])('asks again after the answer %j, until a week has passed', (answer) => {
  const ended = eventAbout({ target }, 'PublicIdSearchEnded', { endedAt: at(70 + WEEK_SECONDS) });
  given(...story)
    .when(search(answer, 69 + WEEK_SECONDS))
    .then();
  given(...story)
    .when(search(answer, 70 + WEEK_SECONDS))
    .then(ended);
  given(...story, ended)
    .when(search(named, 80 + WEEK_SECONDS))
    .then();
});
it('does not ask again when the platform no longer has the post', () => {
  given(...story)
    .when(search({ kind: 'refused', reason: 'rejected', words: null, retryable: false }, 3600))
    .then(eventAbout({ target }, 'PublicIdSearchEnded', { endedAt: at(3600) }));
});
it('waits as long as has passed since the publication, at least a minute and at most a day', () => {
  const wait = (seconds: number) =>
    Date.parse(nextPublicIdLookUp(at(0), contextAt(seconds))) - contextAt(seconds).now.getTime();
  expect([0, 60, 600, 7200].map(wait)).toEqual([60_000, 60_000, 600_000, 7_200_000]);
  expect(wait(3 * 86_400)).toBe(DAY_MS);
});
