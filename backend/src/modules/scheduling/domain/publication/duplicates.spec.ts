import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { recordDuplicateSearch } from './duplicate-search.ts';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
import { asDone } from './events-of-moves.ts';
import { eventAbout } from './event-about.ts';
import { recordLookUp, settle } from './testing/publication-decisions.ts';
import {
  accepted,
  at,
  contextAt,
  duplicated,
  published,
  retrying,
  started,
  target,
} from './testing/publication-samples.ts';

// One post that exists more than once on its platform.

const given = specify(publicationStream);
const stateAfter = (...events: PublicationEvent[]): Publication =>
  events.reduce(publicationStream.evolve, publicationStream.initial);
const foundPost = (remoteId: string) =>
  ({ kind: 'published', remoteId, permalink: `https://social.test/${remoteId}` }) as const;
const twoAttempts = [started(), retrying(60), started(2, 60)] as const;
const publishedAtSecondAttempt = eventAbout({ target }, 'PlatformPublished', {
  attemptId: 'attempt-2',
  remoteId: '42',
  permalink: 'https://social.test/42',
  publishedAt: at(61),
  evidence: 'answer',
  lookAgainAt: at(961),
});
const ended = (result: 'none' | 'found' | 'cannot-tell', seconds: number) =>
  eventAbout({ target }, 'DuplicateSearchEnded', { result, endedAt: at(seconds) });

it('records a second success with a different id, from a call or from a look-up', () => {
  given(...twoAttempts, published('look-up', 62))
    .when((publication) => settle(publication, 'attempt-2', foundPost('43'), contextAt(63)))
    .then(duplicated('43', 63, 'answer', 'attempt-2'));
  given(...twoAttempts, published('answer', 62))
    .when((publication) => recordLookUp(publication, 'attempt-1', foundPost('43'), contextAt(63)))
    .then(duplicated('43', 63, 'look-up', 'attempt-1'));
});

it('records each copy once, and does not record the post itself as a copy', () => {
  for (const id of ['42', '43'])
    given(...twoAttempts, published('answer', 62), duplicated('43', 63))
      .when((publication) => settle(publication, 'attempt-1', foundPost(id), contextAt(64)))
      .then();
});

it('does not treat a success as a copy when a person had confirmed the post', () => {
  given(started(), published('person', 62))
    .when((publication) => settle(publication, 'attempt-1', foundPost('43'), contextAt(63)))
    .then();
});

it('does not treat another id as a copy when the platform had first accepted the post with a handle', () => {
  given(started(), accepted(1), published('status', 10))
    .when((publication) => recordLookUp(publication, 'attempt-1', foundPost('43'), contextAt(11)))
    .then();
});

it('plans a search 15 minutes after a success that took more than one attempt', () => {
  given(...twoAttempts)
    .when((publication) => settle(publication, 'attempt-2', foundPost('42'), contextAt(61)))
    .then(publishedAtSecondAttempt);
  expect(stateAfter(...twoAttempts, publishedAtSecondAttempt).lookAgainAt).toBe(at(961));
});

it('does not plan a search after one attempt, without a list of posts, or for a post with two ids', () => {
  const first = stateAfter(started());
  const [afterOneAttempt] = settle(first, 'attempt-1', foundPost('42'), contextAt(1));
  const [withoutList] = settle(
    stateAfter(...twoAttempts),
    'attempt-2',
    foundPost('42'),
    contextAt(61, { listsPosts: false }),
  );
  const acceptedState = stateAfter(...twoAttempts, accepted(61));
  const [withHandle] = recordLookUp(acceptedState, 'attempt-2', foundPost('42'), contextAt(70));
  for (const event of [afterOneAttempt, withoutList, withHandle])
    expect(event?.data).not.toHaveProperty('lookAgainAt');
});

it('ends the search when no second copy exists', () => {
  given(...twoAttempts, publishedAtSecondAttempt)
    .when((publication) => recordDuplicateSearch(publication, { kind: 'absent' }, contextAt(961)))
    .then(ended('none', 961));
  expect(stateAfter(...twoAttempts, publishedAtSecondAttempt, ended('none', 961)).lookAgainAt).toBeNull();
});

it('records each copy that the search finds, and searches until it finds nothing new', () => {
  given(...twoAttempts, publishedAtSecondAttempt)
    .when((publication) => recordDuplicateSearch(publication, asDone(foundPost('43')), contextAt(961)))
    .then(duplicated('43', 961));
  given(...twoAttempts, publishedAtSecondAttempt, duplicated('43', 961))
    .when((publication) => recordDuplicateSearch(publication, { kind: 'absent' }, contextAt(961)))
    .then(ended('found', 961));
});

it('repeats a failed search for six hours', () => {
  const broken = { kind: 'failed', words: null } as const;
  given(...twoAttempts, publishedAtSecondAttempt)
    .when((publication) => recordDuplicateSearch(publication, broken, contextAt(1800)))
    .then();
  given(...twoAttempts, publishedAtSecondAttempt)
    .when((publication) => recordDuplicateSearch(publication, broken, contextAt(961 + 6 * 3600)))
    .then(ended('cannot-tell', 961 + 6 * 3600));
});
