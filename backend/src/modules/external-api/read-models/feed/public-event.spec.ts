import { eventTypesOf, PUBLIC_EVENT_TYPES, type PublicEvent } from '@posthorn/contracts/external/events.http';
import { beforeAll, expect, it } from '@jest/globals';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { actionTypes } from '#modules/scheduling/domain/publication/actions.ts';
import {
  CorpusKeys,
  fixturesIn,
  readCorpus,
  storedOf,
  type StreamCatalog,
} from '../../../../../test/whole-product/testing/golden-corpus.ts';
import { productStreams } from '../../../../../test/whole-product/testing/product-streams.ts';
import { isPublicType, PUBLIC_CATEGORIES, publicEventOf, publicIdOf } from './public-event.ts';

/** Event types in `PUBLIC_CATEGORIES` that are not public: internal steps, and changes that only the owner makes to comments. */
const NOT_PUBLIC = [
  ...['PublishPrepared', 'PublishAttemptStarted', 'PublishAttemptNotStarted'],
  ...['DuplicateDetected', 'DuplicateSearchEnded', 'PublicIdAssigned', 'PublicIdSearchEnded'],
  ...[
    'RemoteDeletionRequested',
    'RemoteDeletionAttempted',
    'RemoteDeletionFailed',
    'RemoteDeletionPostponed',
  ],
  ...actionTypes,
  ...['AccountCredentialsRenewed', 'AccountRenewalFailed', 'AccountExpirySeen', 'AccountLimitsRead'],
  ...['AccountRenamed', 'AccountPictureStored', 'AccountSummarized'],
  ...['CommentEdited', 'CommentDeleted', 'CommentExpired', 'CommentSeenAgain', 'CommentMarkedRead'],
  ...['CommentMarkedNew', 'CommentSentimentJudged', 'OwnReplySeen'],
  ...['AiReplyDrafted', 'AiReplySkipped', 'AiReplyDraftDiscarded'],
  ...['ReplyRequested', 'ReplyPrepared', 'ReplyAttemptStarted', 'ReplyAttemptNotStarted', 'ReplyAccepted'],
  ...['ReplyDuplicateDetected', 'ReplyUnknown', 'ReplyLookedUp', 'ReplyPostponed', 'ReplyRetryRequested'],
  ...['ReplyResumed', 'ReplyCancelled'],
  ...['CommentModerationRequested', 'CommentModerationAttempted', 'CommentModerationPostponed'],
  ...['CommentModerationFailed', 'CommentModerationResumed'],
  ...['CommentHidden', 'CommentUnhidden', 'CommentRemoved'],
  ...['CheckoutStarted', 'CheckoutAttempted', 'CheckoutNotAttempted', 'CheckoutUnknown', 'CheckoutLookedUp'],
  ...['CheckoutPostponed', 'CheckoutFailed', 'CustomerLinked', 'CustomerForgotten', 'SubscriptionObserved'],
];
/** Event types of streams without public events. Every new type belongs here, in `NOT_PUBLIC`, or in the table of public events. */
const OF_OTHER_STREAMS = [
  ...['ApiTokenCreated', 'ApiTokenRevoked', 'ApiTokenMailAttempted', 'ApiTokenMailFailed'],
  ...['ApiTokenMailNotAttempted', 'ApiTokenMailSent', 'ApiTokenMailWanted'],
  ...['EndpointAdded', 'EndpointChanged', 'EndpointRemoved', 'EndpointResumed', 'EndpointSuspended'],
  ...['EndpointOwnerAsked', 'EndpointTakenOver'],
  ...['SecretRotated', 'WebhookMailAttempted', 'WebhookMailFailed', 'WebhookMailNotAttempted'],
  ...['WebhookMailSent', 'WebhookMailWanted'],
  ...['AuthorBlocked', 'AuthorUnblocked', 'AutoReplyModeChosen', 'InboxModerationChosen'],
  ...['AutoReplyReleased', 'AutoReplyReserved', 'AutoReplyStopped'],
  ...['BannerChanged', 'LinkAdded', 'LinkChanged', 'LinkHidden', 'LinkRemoved', 'LinkShown', 'LinksOrdered'],
  ...['PageChanged', 'PostHiddenOnPage', 'PostShownOnPage', 'ClicksCounted', 'ClicksEnded'],
  ...['AccountHiddenOnPage', 'AccountShownOnPage', 'AccountsOrdered', 'PhotoChanged'],
  ...['BillingMailAttempted', 'BillingMailFailed', 'BillingMailNotAttempted', 'BillingMailSent'],
  'BillingMailWanted',
  'AccountReclaimed',
  ...['EmailChangeRequested', 'EmailChanged', 'HandleChanged', 'IdentityLinked', 'IdentityUnlinked'],
  ...['PersonalityChanged', 'PostDefaultsChanged', 'TimezoneChanged', 'UserRegistered', 'UserRenamed'],
  ...['NoticesChosen', 'NoticeMailAttempted', 'NoticeMailFailed', 'NoticeMailNotAttempted'],
  ...['NoticeMailSent', 'NoticeMailWanted'],
  ...['ErasureCompleted', 'ErasureRequested', 'ErasureStepDone', 'SubjectErased'],
  ...['MetricsCaptured', 'MetricsEnded', 'MetricsExpired', 'MetricsResumed'],
  ...['QuotaReleased', 'QuotaReserved', 'QuotaSummarized', 'TokenRenewalFailed', 'TokensRenewed'],
];

let catalog: StreamCatalog;
let facts: readonly LoggedEvent[];
beforeAll(async () => {
  catalog = await productStreams();
  const codec = new EventCodec(catalog, new CorpusKeys());
  facts = await codec.decodeLazily(fixturesIn(readCorpus()).map(storedOf));
}, 60_000);

it('declares for each event type of the product whether it is public', () => {
  const known = [...catalog.types().filter(isPublicType), ...NOT_PUBLIC, ...OF_OTHER_STREAMS];
  expect(known.sort()).toEqual(catalog.types());
});

it('reads all streams with public events, and lists the other types of these streams', () => {
  const read = new Set<string>(PUBLIC_CATEGORIES);
  const types = facts.filter(({ category }) => read.has(category)).map(({ type }) => type);
  const others = facts.filter(({ category }) => !read.has(category)).map(({ type }) => type);
  expect(others.filter(isPublicType)).toEqual([]);
  expect(new Set(types.filter((type) => !isPublicType(type)))).toEqual(new Set(NOT_PUBLIC));
});

it('creates every kind of public event', () => {
  // In the corpus, every failed reply is tried again. These copies have no further attempt.
  const forGood = facts.map((fact) => ({ ...fact, data: { ...(fact.data as object), retryAt: null } }));
  const sentTypes = [...facts, ...forGood]
    .map(publicEventOf)
    .flatMap((found) => (found ? [found.event.type] : []));
  expect([...new Set(sentTypes)].sort()).toEqual([...PUBLIC_EVENT_TYPES].sort());
});

it('gives each public event its owner, an id and its time', () => {
  for (const fact of facts) {
    const made = publicEventOf(fact);
    if (!made) continue;
    const { ownerId, userId } = fact.data as Readonly<{ ownerId?: string; userId?: string }>;
    expect(made.ownerId).toBe(ownerId ?? userId);
    expect(made.event).toMatchObject({ id: publicIdOf(fact.id), at: fact.meta.at });
  }
});

const factOf = (type: string, data: object): LoggedEvent => {
  const found = facts.find((fact) => fact.type === type);
  if (!found) throw new Error(`No fixture of ${type}`);
  return { ...found, data: { ...(found.data as object), ...data } };
};
it.each([
  ['free', 'free'],
  [null, null],
] as const)('reports the plan %p after the end of a cause of Premium', (plan, reported) => {
  expect(publicEventOf(factOf('PremiumEnded', { plan }))?.event).toMatchObject({
    type: 'plan.changed',
    data: { plan: reported },
  });
});
it('does not report a change of the plan while another cause of Premium holds', () => {
  expect(publicEventOf(factOf('PremiumEnded', { plan: 'premium' }))).toBeNull();
});
it.each(['AccountNeedsReconnect', 'AccountDisconnected', 'AccountConnected', 'AccountReconnected'])(
  'contains the platform of an account: %s',
  (type) => {
    expect(publicEventOf(factOf(type, { platform: 'bluesky' }))?.event.data).toMatchObject({
      accountId: 3,
      platform: 'bluesky',
    });
  },
);
it('reports an account of an older event without a platform', () => {
  const published = publicEventOf(factOf('AccountDisconnected', { platform: null }))?.event.data;
  expect(published).toEqual({ accountId: 3 });
});

/** Every field that a public event may have, so that no new field can publish text that people wrote. */
const FIELDS = [
  ...['postId', 'accountId', 'platform', 'scheduledFor', 'accounts', 'attemptId', 'remoteId', 'permalink'],
  ...['reason', 'nextAt', 'commentId', 'replyId', 'kind', 'isBacklog', 'plan'],
];
it('contains only ids, codes and times', () => {
  const events = facts.map(publicEventOf).flatMap((found) => (found ? [found.event] : []));
  expect([...new Set(events.flatMap(({ data }) => Object.keys(data)))].sort()).toEqual(FIELDS.sort());
  for (const { data } of events) expect(JSON.stringify(data).length).toBeLessThan(1_000);
});

const target = { postId: 7, accountId: 3, ownerId: 'ana', platform: 'mastodon' } as const;
const publicTarget = { postId: 7, accountId: 3, platform: 'mastodon' } as const;
const publicPartOf = (type: string, data: object): Pick<PublicEvent, 'type' | 'data'> | null => {
  const fact = { type, data: { ...target, ...data }, id: 'f', meta: { at: '2030-01-01T12:00:00.000Z' } };
  const event = publicEventOf(fact as unknown as LoggedEvent)?.event;
  return event ? { type: event.type, data: event.data } : null;
};
const LATER = '2030-01-01T13:00:00.000Z';

it.each([
  [
    'a failure that is tried again',
    publicPartOf('PlatformPublishFailed', { attemptId: 'a', reason: 'server', words: 'Oh', retryAt: LATER }),
    {
      type: 'publication.retrying',
      data: { ...publicTarget, attemptId: 'a', reason: 'server', nextAt: LATER },
    },
  ],
  [
    'a failure that is not tried again',
    publicPartOf('PlatformPublishFailed', { attemptId: 'a', reason: 'rejected', words: 'Oh', retryAt: null }),
    { type: 'publication.failed', data: { ...publicTarget, attemptId: 'a', reason: 'rejected' } },
  ],
  [
    'a cancelled publication as failed, as screens do',
    publicPartOf('PublicationCancelled', { reason: 'post-removed' }),
    { type: 'publication.failed', data: { ...publicTarget, attemptId: null, reason: 'post-removed' } },
  ],
  [
    'no next time when a person must reconnect the account',
    publicPartOf('PublishPostponed', { attemptId: null, reason: 'reconnect', words: null, until: LATER }),
    {
      type: 'publication.postponed',
      data: { ...publicTarget, attemptId: null, reason: 'reconnect', nextAt: null },
    },
  ],
  [
    'nothing for a look-up that another look-up follows',
    publicPartOf('PublishLookedUp', { nextAt: LATER }),
    null,
  ],
  [
    'that only a person can decide the outcome',
    publicPartOf('PublishLookedUp', { attemptId: 'a', result: 'cannot-tell', nextAt: null }),
    { type: 'publication.unknown', data: { ...publicTarget, attemptId: 'a', reason: null, nextAt: null } },
  ],
  [
    'that a post is tried again because its owner requested it',
    publicPartOf('PublishRetryRequested', { requestedAt: LATER }),
    { type: 'publication.retrying', data: { ...publicTarget, attemptId: null, reason: null, nextAt: LATER } },
  ],
  [
    'that the post is looked up first when its outcome is unknown',
    publicPartOf('PublishRetryRequested', { requestedAt: LATER, lookUntil: LATER }),
    { type: 'publication.unknown', data: { ...publicTarget, attemptId: null, reason: null, nextAt: LATER } },
  ],
  [
    'nothing when an account works again and no publication waited',
    publicPartOf('PublicationResumed', { nextAt: null }),
    null,
  ],
  ['nothing for a reply that is tried again', publicPartOf('ReplyFailed', { retryAt: LATER }), null],
])('exports %s', (_, event, expected) => {
  expect(event).toEqual(expected);
});

it('finds the types that a pattern matches', () => {
  expect(eventTypesOf('publication.failed')).toEqual(['publication.failed']);
  expect(eventTypesOf('reply.*')).toEqual(['reply.sent', 'reply.failed']);
  for (const none of ['', '*', '.*', 'post', 'post.', 'pos*', 'post.*.*', 'webhook.test'])
    expect(eventTypesOf(none)).toEqual([]);
});
