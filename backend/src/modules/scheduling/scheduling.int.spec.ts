import { OPTIONAL_WORD_NAMES, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type PostView, type RemovalView } from '@posthorn/contracts/scheduling/posts.http';
import { LONGEST_TEXT } from '@posthorn/contracts/shared/text';
import { POSITION_HEADER, type ErrorReply } from '@posthorn/contracts/shared/call';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'supertest';
import { eventAbout } from './domain/publication/event-about.ts';
import { quotaStream, reserve } from './domain/quota/quota.ts';
import { SchedulingHousekeeping } from './effects/forget-requests.ts';
import { Hashtags } from './testing/fake-neighbours.ts';
import { PostRows } from './read-models/posts/post-rows.ts';
import { noon, schedulingForSpec, type SchedulingProduct } from './testing/scheduling-product.ts';

const product = schedulingForSpec();
/** A new user, who has the same accounts as Ana. */
let user: string;
let me: ReturnType<SchedulingProduct['as']>;
beforeEach(() => {
  ({ user } = product);
  me = product.as();
  product.setTime(noon);
});

const post = ({ body }: Response) => body as PostView;
const error = ({ body }: Response) => body as ErrorReply;
const published = (target: Parameters<Parameters<SchedulingProduct['publish']>[1]>[0]) => [
  eventAbout({ target }, 'PlatformPublished', {
    attemptId: null,
    remoteId: '42',
    permalink: 'https://mastodon.test/42',
    publishedAt: '2031-01-01T00:00:00.000Z',
    evidence: 'answer',
  }),
];
const failed = (retryable: boolean) => (target: Parameters<typeof published>[0]) => [
  eventAbout({ target }, 'PlatformPublishFailed', {
    attemptId: null,
    reason: 'network',
    words: null,
    retryable,
    retryAt: retryable ? '2031-01-01T00:05:00.000Z' : null,
  }),
];

it('stores the time zone of a post under its usual name', async () => {
  const { id } = post(await me.schedule({ timezone: 'europe/paris' }).expect(201));
  expect(post(await me.show(id).expect(200)).timezone).toBe('Europe/Paris');
  const edited = await me.edit(id, { timezone: 'ASIA/TOKYO' }).expect(200);
  expect(post(edited).timezone).toBe('Asia/Tokyo');
});

it('schedules a post, returns the post and lists it', async () => {
  const answer = await me
    .schedule({
      title: ' A title ',
      content: '  Hello  ',
      hashtags: '#launch',
      selectedAccountIds: [4, 3, 4],
      timezone: 'Europe/Paris',
      localTime: '2030-01-01T14:00',
      userId: 'eve',
      status: 'posted',
      selectedPlatforms: ['tiktok'],
      platformStatuses: { tiktok: 'posted' },
    })
    .expect(201);
  expect(post(answer)).toMatchObject({
    userId: user,
    title: 'A title',
    content: 'Hello',
    hashtags: '#launch',
    scheduledFor: '2030-01-01T13:00:00.000Z',
    timezone: 'Europe/Paris',
    status: 'scheduled',
    selectedAccountIds: [4, 3],
    selectedPlatforms: ['mastodon'],
    platformStatuses: { mastodon: 'scheduled' },
    aiRepliesEnabled: false,
    createdAt: noon.toISOString(),
  });
  expect(post(answer).targets.map(({ accountName }) => accountName)).toEqual([
    'shop@mastodon.test',
    'ana@mastodon.test',
  ]);
  expect(await me.list()).toEqual([post(answer)]);
  expect(post(await me.show(post(answer).id).expect(200))).toEqual(post(answer));
  expect(product.typesOf(`post-${String(post(answer).id)}`)).toEqual(['PostScheduled']);
});

it('uses the default hashtags unless the request contains hashtags, even empty ones', async () => {
  product.booted.app.get(Hashtags).of.set(user, '#bread #daily');
  expect(post(await me.schedule().expect(201)).hashtags).toBe('#bread #daily');
  expect(post(await me.schedule({ hashtags: null }).expect(201)).hashtags).toBe('#bread #daily');
  expect(post(await me.schedule({ hashtags: '' }).expect(201)).hashtags).toBeNull();
});

type Refused = readonly [string, object, number, string, string];
const refused: readonly Refused[] = [
  ['no content', { content: ' ' }, 400, 'request.not-valid', POST_TEXT.contentRequired],
  ['content that is not a text', { content: 7 }, 400, 'request.not-valid', POST_TEXT.contentRequired],
  ['content of 2,201 emoji', { content: '🎺'.repeat(2201) }, 400, 'request.not-valid', POST_TEXT.contentMax],
  ...OPTIONAL_WORD_NAMES.map((name): Refused => {
    const { max, tooLong } = OPTIONAL_WORDS[name];
    return [`a long ${name}`, { [name]: 'x'.repeat(max + 1) }, 400, 'request.not-valid', tooLong];
  }),
  ['no time', { scheduledFor: undefined }, 400, 'request.not-valid', POST_TEXT.timeRequired],
  [
    'a time without offset',
    { scheduledFor: '2030-01-01T13:00:00' },
    400,
    'request.not-valid',
    POST_TEXT.timeRequired,
  ],
  [
    'a day that does not exist',
    { scheduledFor: '2030-13-01T13:00:00Z' },
    400,
    'request.not-valid',
    POST_TEXT.timeRequired,
  ],
  [
    'a zone that does not exist',
    { timezone: 'Asia/Mumbai' },
    400,
    'request.not-valid',
    POST_TEXT.timezoneNotValid,
  ],
  ['no account', { selectedAccountIds: [] }, 400, 'request.not-valid', POST_TEXT.accountsRequired],
  [
    'an account that is not a number',
    { selectedAccountIds: ['3'] },
    400,
    'request.not-valid',
    POST_TEXT.accountsRequired,
  ],
  [
    'eleven files',
    { mediaFiles: Array(11).fill({ mediaUrl: '/media/x' }) },
    400,
    'request.not-valid',
    POST_TEXT.filesMax,
  ],
  [
    'a file that is not an object',
    { mediaFiles: ['/media/x'] },
    400,
    'request.not-valid',
    POST_TEXT.mediaUnknown,
  ],
  [
    'a time that is past',
    { scheduledFor: '2030-01-01T11:57:59Z' },
    422,
    'scheduling.time-is-past',
    POST_TEXT.timePast,
  ],
  [
    'an instant in the year 10000, as its zone writes it in 9999',
    { scheduledFor: '9999-12-31T23:59:59-23:59' },
    422,
    'scheduling.time-is-too-late',
    POST_TEXT.timeTooLate,
  ],
  [
    'a local time that is in the year 10000 elsewhere',
    {
      scheduledFor: '2030-01-02T00:00:00Z',
      timezone: 'America/New_York',
      localTime: '9999-12-31T23:59',
    },
    422,
    'scheduling.time-is-too-late',
    POST_TEXT.timeTooLate,
  ],
  [
    "another user's account",
    { selectedAccountIds: [3, 9] },
    422,
    'scheduling.account-unknown',
    POST_TEXT.accountUnknown,
  ],
  [
    'a file from another server',
    { mediaFiles: [{ mediaUrl: 'https://x.test/a.jpg' }] },
    422,
    'scheduling.media-unknown',
    POST_TEXT.mediaUnknown,
  ],
  [
    'a file that does not exist',
    { mediaFiles: [{ mediaUrl: `/media/${'A'.repeat(22)}.jpg` }] },
    422,
    'scheduling.media-unknown',
    POST_TEXT.mediaUnknown,
  ],
  [
    'AI replies on the free plan',
    { aiRepliesEnabled: true },
    422,
    'scheduling.ai-needs-premium',
    POST_TEXT.aiPremium,
  ],
];

it.each(refused)('refuses %s and stores nothing', async (_what, change, status, code, message) => {
  const answer = await me.schedule(change).expect(status);
  expect(error(answer).code).toBe(code);
  if (message) expect(error(answer).message).toBe(message);
  expect(error(answer).requestId).toBeTruthy();
  expect(await me.list()).toEqual([]);
  expect(product.typesOf(`quota-${user}`)).toEqual([]);
});

it('lists each account whose rules the post breaks, with the reason', async () => {
  const answer = await me.schedule({ content: 'x'.repeat(501), selectedAccountIds: [3, 4] }).expect(422);
  expect(error(answer)).toMatchObject({
    code: 'scheduling.does-not-fit',
    fields: {
      'selectedAccountIds.3': 'ana@mastodon.test: Mastodon: the text is too long.',
      'selectedAccountIds.4': 'shop@mastodon.test: Mastodon: the text is too long.',
    },
  });
});

describe('text and options of one account', () => {
  const targetWith = (accountId: number, content?: string, options?: object) => ({
    accountId,
    content,
    options,
  });

  it('are stored with the post, and select the account; of two entries for an account, the last counts', async () => {
    const targets = [
      targetWith(4, ' First ', { board: 'a' }),
      targetWith(3),
      targetWith(4, ' Second ', { board: ' b ', note: '' }),
    ];
    const created = post(await me.schedule({ selectedAccountIds: undefined, targets }).expect(201));
    expect(created.selectedAccountIds).toEqual([4, 3]);
    expect(created.targets).toMatchObject([
      { accountId: 4, content: 'Second', options: { board: 'b' } },
      { accountId: 3, content: null, options: {} },
    ]);
  });
  it('are replaced for the accounts that an edit lists, and stay for other accounts', async () => {
    const targets = [targetWith(3, 'Three', { a: true }), targetWith(4, 'Four')];
    const { id } = post(await me.schedule({ selectedAccountIds: [3], targets }).expect(201));
    await me.edit(id, { targets: [targetWith(4, 'Not this'), targetWith(4, '', { b: 'x' })] }).expect(200);
    expect(post(await me.show(id)).targets).toMatchObject([
      { accountId: 3, content: 'Three', options: { a: true } },
      { accountId: 4, content: null, options: { b: 'x' } },
    ]);
    await me.edit(id).expect(200);
    expect(post(await me.show(id)).targets[0]).toMatchObject({ content: 'Three' });
  });
  it('are refused for the account of another user, and for an account that the post does not have', async () => {
    const foreign = [targetWith(9, 'Mine now')];
    expect(error(await me.schedule({ targets: foreign }).expect(422)).code).toBe(
      'scheduling.account-unknown',
    );
    expect(error(await me.precheck({ targets: foreign }).expect(422)).code).toBe(
      'scheduling.account-unknown',
    );
    const { id } = post(await me.schedule().expect(201));
    for (const accountId of [4, 9])
      expect(error(await me.edit(id, { targets: [targetWith(accountId, 'x')] }).expect(422)).code).toBe(
        'scheduling.target-unknown',
      );
  });
  it('are compared when a request repeats an idempotency key', async () => {
    const scheduleWith = (content: string) =>
      me.schedule({ targets: [targetWith(3, content)] }, { 'idempotency-key': 'again-1' });
    const first = post(await scheduleWith('One').expect(201));
    expect(post(await scheduleWith('One').expect(201)).id).toBe(first.id);
    expect(error(await scheduleWith('Two').expect(422)).code).toBe('scheduling.idempotency-key-reused');
  });
  it('are encrypted in the log, and unreadable once the personal key is destroyed', async () => {
    const words = 'canary-words-of-one-account';
    const targets = [targetWith(3, words, { note: 'canary-choice' })];
    const { id } = post(await me.schedule({ targets }).expect(201));
    await me.edit(id, { targets: [targetWith(3, `${words}-2`, { note: 'canary-choice-2' })] }).expect(200);
    const raw = product.store.historyOf(`post-${String(id)}`).map(({ data }) => data);
    expect(raw).toHaveLength(2);
    expect(JSON.stringify(raw)).not.toContain('canary');
    await product.booted.app.get(PersonalKeys).destroy(user);
    expect(post(await me.show(id).expect(200)).targets).toMatchObject([{ accountId: 3, options: {} }]);
    expect((await me.show(id)).text).not.toContain('canary');
  });
  it('may be as long as the account allows, while the common text stays limited', async () => {
    const long = 'ü'.repeat(LONGEST_TEXT - 200);
    const created = post(await me.schedule({ targets: [targetWith(5, long)] }).expect(201));
    expect(created.targets.find(({ accountId }) => accountId === 5)?.content).toBe(long);
    const edited = post(await me.edit(created.id, { targets: [targetWith(5, `${long}!`)] }).expect(200));
    expect(edited.targets.find(({ accountId }) => accountId === 5)?.content).toBe(`${long}!`);
    expect(error(await me.schedule({ content: 'x'.repeat(2201) }).expect(400)).fields).toEqual({
      content: POST_TEXT.contentMax,
    });
  });
  it('report an error for the account that causes it', async () => {
    const targets = [targetWith(3, 'x'.repeat(501)), targetWith(4, 'Fine')];
    expect(error(await me.schedule({ targets }).expect(422)).fields).toEqual({
      'selectedAccountIds.3': expect.stringContaining('ana@mastodon.test'),
    });
  });
  it.each([
    ['null among the targets', { targets: [null] }],
    ['null among files', { mediaFiles: [null] }],
    ['a list among the targets', { targets: [[]] }],
    ['a list among files', { mediaFiles: [[]] }],
    ['text among the targets', { targets: ['3'] }],
    ['a text instead of the targets', { targets: '3' }],
    ['an object instead of the targets', { targets: { accountId: 3 } }],
    ['201 targets', { targets: Array.from({ length: 201 }, () => targetWith(3)) }],
    ['an account that is text', { targets: [{ accountId: '3' }] }],
    ['no account', { targets: [{}] }],
    ['content that is not a text', { targets: [{ accountId: 3, content: {} }] }],
    ['content that is too long', { targets: [targetWith(5, 'x'.repeat(LONGEST_TEXT + 1))] }],
    ['options that are a list', { targets: [{ accountId: 3, options: [] }] }],
    ['options within options', { targets: [targetWith(3, 'x', { a: { b: 'c' } })] }],
    ['half a millisecond as an option', { targets: [targetWith(3, 'x', { a: 0.5 })] }],
    ['a negative number as an option', { targets: [targetWith(3, 'x', { a: -1 })] }],
    [
      'a number over one day in milliseconds as an option',
      { targets: [targetWith(3, 'x', { a: 86_400_001 })] },
    ],
    ['a huge option', { targets: [targetWith(3, 'x', { a: 'x'.repeat(2201) })] }],
    [
      '21 options',
      {
        targets: [
          targetWith(
            3,
            'x',
            Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`o${String(n)}`, true])),
          ),
        ],
      },
    ],
    ['an option name with a space', { targets: [targetWith(3, 'x', { 'a b': true })] }],
  ])('are refused with %s, and nothing is stored', async (_what, body) => {
    expect(error(await me.schedule(body).expect(400)).code).toBe('request.not-valid');
    expect(error(await me.precheck(body).expect(400)).code).toBe('request.not-valid');
    expect(await me.list()).toEqual([]);
  });
  it('set no other property of the target or of Object.prototype', async () => {
    const hostile = JSON.parse(
      '{"accountId":3,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"options":{"__proto__":{"polluted":true}}}',
    ) as object;
    const [target] = post(await me.schedule({ targets: [hostile] }).expect(201)).targets;
    expect(target).toMatchObject({ accountId: 3, content: null, options: {} });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
it('prechecks the text for each account, and stores nothing', async () => {
  const answer = await me
    .precheck({
      scheduledFor: undefined,
      content: 'x'.repeat(501),
      selectedAccountIds: [3],
      targets: [{ accountId: 4, content: 'Hello' }],
    })
    .expect(200);
  expect(answer.body).toEqual({
    accounts: [
      {
        accountId: 3,
        ok: false,
        problems: [{ code: 'too-long', message: expect.any(String) }],
        text: { used: expect.any(Number), max: 500 },
      },
      { accountId: 4, ok: true, problems: [], text: { used: expect.any(Number), max: 500 } },
    ],
  });
  expect(await me.list()).toEqual([]);
});
it('checks the time of a precheck if the request has a time, and requires an account', async () => {
  await me.precheck({ scheduledFor: 'soon' }).expect(400);
  await me.precheck({ selectedAccountIds: [] }).expect(400);
  await me.precheck({ selectedAccountIds: [], targets: [] }).expect(400);
  expect(error(await me.precheck({ aiRepliesEnabled: true }).expect(422)).code).toBe(
    'scheduling.ai-needs-premium',
  );
});
it('does not read a stream twice to schedule or delete a post', async () => {
  const reading = jest.spyOn(product.booted.app.get(EventStore), 'readStream');
  const readFor = async (work: () => PromiseLike<unknown>) => {
    reading.mockClear();
    await work();
    return reading.mock.calls.map(([name]) => name).sort();
  };
  try {
    const { id } = post(await me.schedule().expect(201));
    const [next, another] = [String(id + 1), String(id + 2)];
    expect(await readFor(() => me.schedule().expect(201))).toEqual([`post-${next}`, `quota-${user}`]);
    product.givePremium(user);
    expect(await readFor(() => me.schedule().expect(201))).toEqual([`post-${another}`]);
    expect(await readFor(() => me.delete(id + 2).expect(200))).toEqual([`post-${another}`]);
  } finally {
    product.endPremium(user);
    reading.mockRestore();
  }
});

it('returns a scheduled post exactly as a later request shows the post', async () => {
  const targets = [{ accountId: 3, content: 'For three alone', options: {} }];
  const scheduled = post(await me.schedule({ title: 'A title', targets }).expect(201));
  expect(scheduled).toEqual(post(await me.show(scheduled.id).expect(200)));
});

it('removes characters that the log cannot store', async () => {
  const answer = await me.schedule({ content: 'a\u0000b\ud83c 👨‍👩‍👧' }).expect(201);
  expect(post(answer).content).toBe('ab 👨‍👩‍👧');
  expect(await me.list()).toEqual([post(answer)]);
});

it('counts the suffix as part of the text on Free, but not on Premium', async () => {
  const content = 'x'.repeat(490);
  await me.schedule({ content }).expect(422);
  product.givePremium(user);
  await me.schedule({ content }).expect(201);
});

it('accepts a time that passed while the user filled in the form', async () => {
  const answer = await me.schedule({ scheduledFor: '2030-01-01T11:59:00Z' }).expect(201);
  expect(post(answer)).toMatchObject({ scheduledFor: '2030-01-01T11:59:00.000Z', status: 'scheduled' });
});

it('returns the same post for a repeated request', async () => {
  const key = { 'idempotency-key': 'once-only' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => me.schedule({}, key).expect(201)));
  expect(new Set(answers.map((answer) => post(answer).id)).size).toBe(1);
  // A client that receives only the repeated response can still read the post.
  const later = await me.schedule({}, key).expect(201);
  expect(new Set([...answers, later].map(({ headers }) => headers[POSITION_HEADER])).size).toBe(1);
  expect(later.headers[POSITION_HEADER]).toMatch(/^\d+$/);
  expect(await me.list()).toHaveLength(1);
  const other = await me.schedule({ content: 'Something else' }, key).expect(422);
  expect(error(other).code).toBe('scheduling.idempotency-key-reused');
  await product
    .as('eve')
    .schedule({ selectedAccountIds: [9] }, key)
    .expect(201);
  await me.schedule({}, { 'idempotency-key': 'no spaces' }).expect(400);
});

it('does not use up a key for a refused request', async () => {
  const key = { 'idempotency-key': 'refused-first' };
  const early = await me.schedule({ scheduledFor: '2029-01-01T00:00:00Z' }, key).expect(422);
  expect(error(early).code).toBe('scheduling.time-is-past');
  const { id } = post(await me.schedule({ content: 'In time' }, key).expect(201));
  expect(post(await me.schedule({ content: 'In time' }, key).expect(201)).id).toBe(id);
  const other = await me.schedule({ scheduledFor: '2029-01-01T00:00:00Z' }, key).expect(422);
  expect(error(other).code).toBe('scheduling.idempotency-key-reused');
  expect(await me.list()).toHaveLength(1);
});

it('returns 404 for a repeated request whose post has been deleted since then', async () => {
  const key = { 'idempotency-key': 'deleted-since' };
  const { id } = post(await me.schedule({}, key).expect(201));
  await me.delete(id).expect(200);
  expect(error(await me.schedule({}, key).expect(404)).code).toBe('scheduling.post-not-found');
});

it('schedules exactly three of fifty simultaneous posts of a free user', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => me.schedule()));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 422)).toHaveLength(47);
  expect(error(answers.find(({ status }) => status === 422) as Response)).toMatchObject({
    code: 'scheduling.post-limit-reached',
    message: POST_TEXT.limitReached,
  });
  expect(await me.list()).toHaveLength(3);
});

it('sets no limit for Premium, and counts the open posts when Premium ends', async () => {
  product.givePremium(user);
  const posts = await Promise.all(
    Array.from({ length: 6 }, () => me.schedule({ aiRepliesEnabled: true }).expect(201)),
  );
  await product.booted.catchUp();
  product.endPremium(user);
  await me.schedule().expect(422);
  for (const answer of posts.slice(0, 4)) await me.delete(post(answer).id).expect(200);
  await me.schedule().expect(201);
  await me.schedule().expect(422);
});

it('counts posts by the log while a late read model lists deleted posts as open', async () => {
  product.givePremium(user);
  const posts = await Promise.all(Array.from({ length: 9 }, () => me.schedule().expect(201)));
  await product.booted.catchUp();
  product.endPremium(user);
  const rows = product.booted.app.get(PostRows);
  const known = await rows.openOf(user, posts.length);
  for (const id of known.slice(0, 7)) await me.delete(id).expect(200);
  const late = jest
    .spyOn(rows, 'openOf')
    .mockImplementation((_, atMost, before = Infinity) =>
      Promise.resolve(known.filter((id) => id < before).slice(0, atMost)),
    );
  await me.schedule().expect(201);
  await me.schedule().expect(422);
  late.mockRestore();
});

it('reads one page of open posts only once before refusing a post', async () => {
  for (let sent = 0; sent < 3; sent++) await me.schedule().expect(201);
  const pages = jest.spyOn(product.booted.app.get(PostRows), 'openOf');
  await me.schedule().expect(422);
  expect(pages).toHaveBeenCalledTimes(1);
  pages.mockRestore();
});

it('accepts the next post as soon as a post is settled, before the read models catch up', async () => {
  const first = post(await me.schedule().expect(201));
  await me.schedule().expect(201);
  await me.schedule().expect(201);
  await me.schedule().expect(422);
  await product.publish(first.id, published);
  await me.schedule().expect(201);
  await me.schedule().expect(422);
});

it('releases the slots of settled posts, and reserves a slot when a post is reopened', async () => {
  const [one, two, three] = await Promise.all([me.schedule(), me.schedule(), me.schedule()]).then((all) =>
    all.map(post),
  );
  await product.publish(one?.id ?? 0, failed(false));
  await product.publish(two?.id ?? 0, failed(true));
  await me.delete(three?.id ?? 0).expect(200);
  await product.booted.catchUp();
  expect(product.typesOf(`quota-${user}`).filter((type) => type === 'QuotaReleased')).toHaveLength(2);
  await me.restore(three?.id ?? 0).expect(200);
  await product.booted.catchUp();
  expect(product.typesOf(`quota-${user}`).filter((type) => type === 'QuotaReserved')).toHaveLength(4);
});

it("records the owner's confirmation of an unsent target with the owner as actor, and releases the slot", async () => {
  const { id } = post(await me.schedule().expect(201));
  await me.confirm(id, 3).expect(409);
  product.setTime(new Date(noon.getTime() + 3_700_000));
  const confirmed = post(await me.confirm(id, 3).expect(200));
  expect(confirmed).toMatchObject({ status: 'posted', targets: [{ status: 'posted' }] });
  await product.booted.catchUp();
  expect(product.typesOf(`quota-${user}`)).toEqual(['QuotaReserved', 'QuotaReleased']);
  const newest = product.store.historyOf(`publication-${String(id)}-3`).at(-1);
  expect(newest).toMatchObject({
    type: 'PlatformPublished',
    data: { evidence: 'person' },
    meta: { actor: { kind: 'user', id: user } },
  });
});

it('changes the fields that an edit contains, and keeps all other fields', async () => {
  const { id } = post(
    await me.schedule({ title: 'Title', hashtags: '#one', timezone: 'Europe/Paris' }).expect(201),
  );
  const edited = post(await me.edit(id, { content: 'New words', hashtags: '' }).expect(200));
  expect(edited).toMatchObject({
    content: 'New words',
    title: 'Title',
    hashtags: null,
    timezone: 'Europe/Paris',
  });
  const moved = post(
    await me.edit(id, { content: 'New words', scheduledFor: '2030-02-01T09:00:00Z' }).expect(200),
  );
  expect(moved.scheduledFor).toBe('2030-02-01T09:00:00.000Z');
  expect(product.typesOf(`post-${String(id)}`)).toEqual(['PostScheduled', 'PostEdited', 'PostRescheduled']);
  expect(await me.list()).toEqual([moved]);
});

it.each(OPTIONAL_WORD_NAMES)('keeps the %s of a post until an edit removes it', async (name) => {
  const created = post(await me.schedule({ [name]: ' Ask Bo first ' }).expect(201));
  expect(created[name]).toBe('Ask Bo first');
  const textAfter = async (change: object) => post(await me.edit(created.id, change).expect(200))[name];
  expect(await textAfter({ content: 'New words' })).toBe('Ask Bo first');
  expect((await me.list()).find(({ id }) => id === created.id)?.[name]).toBe('Ask Bo first');
  expect(await textAfter({ [name]: '' })).toBeNull();
});

it('refuses an edit for the same reasons as a new post', async () => {
  const { id } = post(await me.schedule().expect(201));
  expect(error(await me.edit(id, { content: '' }).expect(400)).message).toBe(POST_TEXT.contentRequired);
  expect(error(await me.edit(id, { scheduledFor: '2029-01-01T00:00:00Z' }).expect(422)).code).toBe(
    'scheduling.time-is-past',
  );
  expect(error(await me.edit(id, { aiRepliesEnabled: true }).expect(422)).code).toBe(
    'scheduling.ai-needs-premium',
  );
  expect(error(await me.edit(id, { content: 'x'.repeat(501) }).expect(422)).code).toBe(
    'scheduling.does-not-fit',
  );
  expect(product.typesOf(`post-${String(id)}`)).toEqual(['PostScheduled']);
});

it('does not change a post once publishing has begun', async () => {
  const { id } = post(await me.schedule().expect(201));
  await product.publish(id, () => []);
  expect(error(await me.edit(id, { content: 'Too late' }).expect(409))).toMatchObject({
    code: 'scheduling.already-publishing',
    message: POST_TEXT.started,
  });
  expect(error(await me.delete(id).expect(409)).code).toBe('scheduling.already-publishing');
  await product.publish(id, published);
  expect(error(await me.edit(id, { content: 'Too late' }).expect(409)).message).toBe(POST_TEXT.notOpen);
});

it('archives a published post, and restores the post unchanged', async () => {
  const { id } = post(await me.schedule().expect(201));
  await product.publish(id, published);
  expect(await me.list()).toMatchObject([{ id, status: 'posted', publishing: false }]);
  await me.delete(id).expect(200);
  expect(await me.list()).toEqual([]);
  await me.show(id).expect(404);
  await me.delete(id).expect(200);
  expect(post(await me.restore(id).expect(200)).status).toBe('posted');
  expect(product.typesOf(`post-${String(id)}`).slice(-2)).toEqual(['PostArchived', 'PostRestored']);
});

it('reports whether a deletion cancelled or archived the post, even when repeated', async () => {
  const removePost = async (id: number) => (await me.delete(id).expect(200)).body as RemovalView;
  const early = post(await me.schedule({ targets: [{ accountId: 3, content: 'Mine' }] }).expect(201));
  const cancelled = await removePost(early.id);
  expect(cancelled).toEqual({ outcome: 'cancelled', targets: early.targets });
  expect(await removePost(early.id)).toEqual(cancelled);
  const { id } = post(await me.schedule().expect(201));
  await product.publish(id, published);
  const archived = await removePost(id);
  expect(archived).toMatchObject({
    outcome: 'archived',
    targets: [{ accountId: 3, status: 'posted', remoteId: '42', accountName: 'ana@mastodon.test' }],
  });
  expect(await removePost(id)).toEqual(archived);
});

it('counts the future posts of an account for the owner of the account', async () => {
  const countOn = (accountId: number, who = me) => who.scheduledOn(accountId);
  expect((await countOn(3).expect(200)).body).toEqual({ count: 0 });
  product.givePremium(user);
  const both = { selectedAccountIds: [3, 4] };
  const partlyPublished = post(await me.schedule(both).expect(201));
  await me.schedule(both).expect(201);
  await me.delete(post(await me.schedule(both).expect(201)).id).expect(200);
  await product.publish(partlyPublished.id, (target) => (target.accountId === 3 ? published(target) : []));
  expect((await countOn(3).expect(200)).body).toEqual({ count: 1 });
  expect((await countOn(4).expect(200)).body).toEqual({ count: 2 });
  expect(error(await countOn(9).expect(404)).code).toBe('scheduling.account-missing');
  await countOn(9, product.as('eve')).expect(200);
  await me.scheduledOn('x').expect(404);
});

it('cancels a target that waits for its next attempt when its post is deleted', async () => {
  const { id } = post(await me.schedule({ selectedAccountIds: [3, 4] }).expect(201));
  await product.publish(id, (target) => (target.accountId === 3 ? published(target) : failed(true)(target)));
  await me.delete(id).expect(200);
  expect(product.typesOf(`publication-${String(id)}-4`)).toEqual([
    'PlatformPublishFailed',
    'PublicationCancelled',
  ]);
});

it('deletes a post once for ten simultaneous requests, and restores the post', async () => {
  const { id } = post(await me.schedule().expect(201));
  await Promise.all(Array.from({ length: 10 }, () => me.delete(id).expect(200)));
  expect(product.typesOf(`post-${String(id)}`)).toEqual(['PostScheduled', 'PostCancelled']);
  expect(post(await me.restore(id).expect(200))).toMatchObject({ id, status: 'scheduled' });
  expect(await me.list()).toHaveLength(1);
});

it('does not restore a post whose time has passed, or when no slot is free', async () => {
  const { id } = post(await me.schedule().expect(201));
  await me.delete(id).expect(200);
  for (let index = 0; index < 3; index++)
    await me.schedule({ scheduledFor: '2030-02-01T00:00:00Z' }).expect(201);
  expect(error(await me.restore(id).expect(422)).code).toBe('scheduling.post-limit-reached');
  product.setTime(new Date('2030-01-01T13:00:01Z'));
  expect(error(await me.restore(id).expect(422)).code).toBe('scheduling.time-is-past');
  expect(product.typesOf(`post-${String(id)}`)).toEqual(['PostScheduled', 'PostCancelled']);
});

it('returns 404 to another user and 401 without a user', async () => {
  const { id } = post(await me.schedule().expect(201));
  const eve = product.as('eve');
  for (const answer of [
    await eve.show(id),
    await eve.edit(id),
    await eve.delete(id),
    await eve.restore(id),
  ]) {
    expect(answer.status).toBe(404);
    expect(error(answer)).toMatchObject({ code: 'scheduling.post-not-found', message: POST_TEXT.missing });
  }
  for (const id of ['0', '-1', 'abc', '99999999999999999999', '1.5']) await me.show(id).expect(404);
  await product
    .as('')
    .list()
    .catch(() => undefined);
  expect((await product.as('').show(id)).status).toBe(401);
});

it('deletes a post that was postponed before its first attempt, but not a prepared post', async () => {
  const postponed = (target: Parameters<typeof published>[0]) => {
    const until = '2031-01-01T01:00:00.000Z';
    return [
      eventAbout({ target }, 'PublishPostponed', {
        attemptId: null,
        reason: 'rate-limit',
        words: null,
        until,
      }),
    ];
  };
  const { id: waiting } = post(await me.schedule().expect(201));
  await product.publish(waiting, postponed);
  await me.delete(waiting).expect(200);
  expect(product.typesOf(`publication-${String(waiting)}-3`)).toEqual([
    'PublishPostponed',
    'PublicationCancelled',
  ]);
  const { id: prepared } = post(await me.schedule().expect(201));
  await product.publish(prepared, (target) => [
    eventAbout({ target }, 'PublishPrepared', { contentHash: 'hash', refs: {} }),
  ]);
  await me.delete(prepared).expect(409);
});

it('releases the slot of a request whose process ended after it reserved the slot', async () => {
  const writer = product.booted.app.get(StreamWriter);
  const reservedAt = new Date('2020-01-01T00:00:00Z');
  await product.asWorker(() =>
    writer.decide(quotaStream, user, (quota) =>
      reserve(quota, { userId: user, postId: 999_999 }, 3, reservedAt),
    ),
  );
  await product.booted.catchUp();
  await product.booted.app.get(SchedulingHousekeeping).sweep();
  expect(product.typesOf(`quota-${user}`)).toEqual(['QuotaReserved', 'QuotaReleased']);
});

it('records the actor of an event', async () => {
  const { id } = post(await me.schedule().expect(201));
  const [scheduled] = product.store.historyOf(`post-${String(id)}`);
  expect(scheduled?.meta.actor).toEqual({ kind: 'user', id: user });
  expect(JSON.stringify(scheduled?.data)).not.toContain('Hello');
});
