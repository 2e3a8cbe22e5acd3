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

/** One post that its platform has more than once. */

const given = specify(publicationStream);
const after = (...events: PublicationEvent[]): Publication =>
  events.reduce(publicationStream.evolve, publicationStream.initial);
const foundPost = (remoteId: string) =>
  ({ kind: 'published', remoteId, permalink: `https://social.test/${remoteId}` }) as const;
const twice = [started(), retrying(60), started(2, 60)] as const;
const out = eventAbout({ target }, 'PlatformPublished', {
  attemptId: 'attempt-2',
  remoteId: '42',
  permalink: 'https://social.test/42',
  publishedAt: at(61),
  evidence: 'answer',
  lookAgainAt: at(961),
});
const ended = (result: 'none' | 'found' | 'cannot-tell', seconds: number) =>
  eventAbout({ target }, 'DuplicateSearchEnded', { result, endedAt: at(seconds) });

it('records a second success under another id, whatever evidence shows it', () => {
  given(...twice, published('look-up', 62))
    .when((publication) => settle(publication, 'attempt-2', foundPost('43'), contextAt(63)))
    .then(duplicated('43', 63, 'answer', 'attempt-2'));
  given(...twice, published('answer', 62))
    .when((publication) => recordLookUp(publication, 'attempt-1', foundPost('43'), contextAt(63)))
    .then(duplicated('43', 63, 'look-up', 'attempt-1'));
});

it('records each copy once, and never the post itself as a copy', () => {
  for (const id of ['42', '43'])
    given(...twice, published('answer', 62), duplicated('43', 63))
      .when((publication) => settle(publication, 'attempt-1', foundPost(id), contextAt(64)))
      .then();
});

it('takes a post that a person saw for the post itself, because its id is unknown', () => {
  given(started(), published('person', 62))
    .when((publication) => settle(publication, 'attempt-1', foundPost('43'), contextAt(63)))
    .then();
});

it('takes another id of a post that a platform had accepted for the same post', () => {
  given(started(), accepted(1), published('status', 10))
    .when((publication) => recordLookUp(publication, 'attempt-1', foundPost('43'), contextAt(11)))
    .then();
});

it('searches once more a quarter of an hour after a success that took more than one attempt', () => {
  given(...twice)
    .when((publication) => settle(publication, 'attempt-2', foundPost('42'), contextAt(61)))
    .then(out);
  expect(after(...twice, out).lookAgainAt).toBe(at(961));
});

it('does not search after one attempt, where nothing can be listed, or for a post with two names', () => {
  const first = after(started());
  const [only] = settle(first, 'attempt-1', foundPost('42'), contextAt(1));
  const [unlisted] = settle(
    after(...twice),
    'attempt-2',
    foundPost('42'),
    contextAt(61, { listsPosts: false }),
  );
  const named = after(...twice, accepted(61));
  const [handled] = recordLookUp(named, 'attempt-2', foundPost('42'), contextAt(70));
  for (const event of [only, unlisted, handled]) expect(event?.data).not.toHaveProperty('lookAgainAt');
});

it('records once that a second copy does not exist, and ends the search', () => {
  given(...twice, out)
    .when((publication) => recordDuplicateSearch(publication, { kind: 'absent' }, contextAt(961)))
    .then(ended('none', 961));
  expect(after(...twice, out, ended('none', 961)).lookAgainAt).toBeNull();
});

it('records each copy that the search finds, and searches until it finds nothing new', () => {
  given(...twice, out)
    .when((publication) => recordDuplicateSearch(publication, asDone(foundPost('43')), contextAt(961)))
    .then(duplicated('43', 961));
  given(...twice, out, duplicated('43', 961))
    .when((publication) => recordDuplicateSearch(publication, { kind: 'absent' }, contextAt(961)))
    .then(ended('found', 961));
});

it('asks again for six hours when the platform could not be asked', () => {
  const broken = { kind: 'failed', words: null } as const;
  given(...twice, out)
    .when((publication) => recordDuplicateSearch(publication, broken, contextAt(1800)))
    .then();
  given(...twice, out)
    .when((publication) => recordDuplicateSearch(publication, broken, contextAt(961 + 6 * 3600)))
    .then(ended('cannot-tell', 961 + 6 * 3600));
});
