import { HISTORY_SENTENCES } from '@posthorn/contracts/scheduling/history-sentences';
import { textOf } from '@posthorn/contracts/shared/said';
import { expect, it } from '@jest/globals';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { eventAbout } from '../../domain/publication/event-about.ts';
import type { PublicationEvent } from '../../domain/publication/publication.ts';
import { at, target } from '../../domain/publication/testing/publication-samples.ts';
import { publicationParts } from './publication-sentences.ts';

const key = { target };
const publicationSentence = (...[event, on, attempt]: Parameters<typeof publicationParts>) =>
  textOf(HISTORY_SENTENCES, publicationParts(event, on, attempt));
const prepared = (refs: JsonObject) =>
  ({ type: 'PublishPrepared', data: { refs } }) as unknown as PublicationEvent;

it('explains why the link of a post has no card', () => {
  expect(publicationSentence(prepared({ card: null, noCard: 'no-title' }), 'ana', null)).toBe(
    'The post was prepared for ana. The link has no card: the page has no title.',
  );
});

it('does not mention cards when the post has a card or needs none', () => {
  for (const refs of [{ card: { title: 'Bread' } }, { card: null }, {}, { noCard: 'something else' }])
    expect(publicationSentence(prepared(refs), 'ana', null)).toBe('The post was prepared for ana.');
});

it('explains in sentences, not codes, why a post was not published', () => {
  const failed = { attemptId: 'a', reason: 'network', words: null } as const;
  const lines = [
    eventAbout(key, 'PublishPostponed', { attemptId: 'a', reason: 'rate-limit', words: null, until: at(9) }),
    eventAbout(key, 'PlatformPublishFailed', { ...failed, retryable: true, retryAt: at(9) }),
    eventAbout(key, 'PlatformPublishFailed', { ...failed, retryable: false, retryAt: null }),
  ].map((event) => publicationSentence(event, 'ana', 1));
  expect(lines).toEqual([
    'Publishing on ana was postponed. The platform asks to wait. It does not count as an attempt.',
    'Attempt 1 on ana did not publish. The platform could not be reached. It is tried again.',
    'Publishing on ana failed. The platform could not be reached.',
  ]);
});

it('builds the sentence of a check from its code and values, and quotes the text of older events', () => {
  const values = { platform: 'Mastodon', used: 510, max: 500 };
  const code = 'integrations.text-too-long';
  const failed = {
    attemptId: null,
    reason: code,
    words: 'Stored.',
    retryable: false,
    retryAt: null,
  } as const;
  const warned = { code, words: 'Stored.', checkedAt: at(1), dueAt: at(9), postRevision: 0 };
  const wait = { attemptId: null, reason: 'rate-limit', words: 'Stored.', until: at(9) };
  const quota = { variant: 'quota', values: { platform: 'Threads' } };
  const lines = [
    eventAbout(key, 'PlatformPublishFailed', { ...failed, values }),
    eventAbout(key, 'PlatformPublishFailed', failed),
    eventAbout(key, 'PublicationWarned', { ...warned, values }),
    eventAbout(key, 'PublicationWarned', warned),
    eventAbout(key, 'PublishPostponed', { ...wait, ...quota }),
  ].map((event) => publicationSentence(event, 'ana', null));
  expect(lines).toEqual([
    'Publishing on ana failed. Mastodon: the text has 510 characters, 500 are allowed.',
    'Publishing on ana failed. The post could not be published here. It said: “Stored.”',
    'A check before the due time found a problem with ana: Mastodon: the text has 510 characters, 500 are allowed.',
    'A check before the due time found a problem with ana: Stored.',
    'Publishing on ana was postponed. The daily quota of this account on Threads is used up. The post waits. It does not count as an attempt.',
  ]);
});

it('does not quote the description of a broken connection, because it is not a message of the platform', () => {
  const words = 'mastodon.test: timed out';
  const failed = { attemptId: 'a', words, retryable: false, retryAt: null } as const;
  const unknown = { attemptId: 'a', words, nextAt: null } as const;
  const lines = [
    eventAbout(key, 'PlatformPublishFailed', { ...failed, reason: 'network' }),
    eventAbout(key, 'PlatformPublishUnknown', { ...unknown, cause: 'timeout' }),
    eventAbout(key, 'PlatformPublishFailed', { ...failed, reason: 'rejected' }),
  ].map((event) => publicationSentence(event, 'ana', 1)?.includes(words));
  expect(lines).toEqual([false, false, true]);
});

it('builds the sentences of a failed look-up and of a given-up post from codes, and quotes older events', () => {
  const looked = {
    attemptId: 'a',
    result: 'failed',
    words: 'Stored.',
    lookedUpAt: at(1),
    nextAt: at(9),
  } as const;
  const ended = { attemptId: null, reason: 'gave-up', words: null, retryable: false, retryAt: null } as const;
  const lines = [
    eventAbout(key, 'PublishLookedUp', { ...looked, variant: 'listed-late', values: { platform: 'TikTok' } }),
    eventAbout(key, 'PublishLookedUp', looked),
    eventAbout(key, 'PlatformPublishFailed', { ...ended, variant: 'quota', values: { platform: 'Threads' } }),
    eventAbout(key, 'PlatformPublishFailed', ended),
    eventAbout(key, 'RemoteDeletionFailed', { ...ended, reason: 'page-missing' }),
  ].map((event) => publicationSentence(event, 'ana', null));
  expect(lines).toEqual([
    'Posthorn could not check whether the post is on ana. TikTok lists a post only after it has checked it.',
    'Posthorn could not check whether the post is on ana. It said: “Stored.”',
    'Publishing on ana failed. It could not be published in time. The daily quota of this account on Threads was used up.',
    'Publishing on ana failed. It could not be published in time.',
    'Deleting the post on ana failed. Instagram deletes posts only of accounts that are connected by a Facebook Page. Delete it there.',
  ]);
});

it('describes the steps of an action', () => {
  const lines = [
    eventAbout(key, 'CoverRequested', { remoteId: '42', requestedAt: at(1) }),
    eventAbout(key, 'CoverAttempted', { attemptId: 'a', number: 1, startedAt: at(2), deadline: at(9) }),
    eventAbout(key, 'CoverPostponed', { attemptId: 'a', reason: 'reconnect', words: null, until: at(9) }),
    eventAbout(key, 'CoverPostponed', {
      attemptId: 'a',
      reason: 'rate-limit',
      words: 'Later.',
      until: at(9),
    }),
    eventAbout(key, 'CoverFailed', { attemptId: 'a', reason: 'timeout', words: null, retryAt: at(9) }),
    eventAbout(key, 'CoverFailed', { attemptId: 'a', reason: 'rejected', words: 'No.', retryAt: null }),
    eventAbout(key, 'CoverSet', { attemptId: 'a', setAt: at(3) }),
  ].map((event) => publicationSentence(event, 'ana', null));
  expect(lines).toEqual([
    'The video is out on ana. Its cover is set next.',
    'Attempt 1 to set the cover on ana began.',
    'ana needs to be reconnected. Setting the cover waits.',
    'Setting the cover on ana was postponed. The platform asks to wait. It said: “Later.”',
    'The cover could not be set on ana. The platform did not answer in time. It is tried again.',
    'The cover was not set on ana. The platform refused the picture for it. The video stays published. It said: “No.”',
    'The cover was set on ana.',
  ]);
});
