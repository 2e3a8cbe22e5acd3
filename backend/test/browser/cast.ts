import { randomUUID } from 'node:crypto';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { photo } from './composer.ts';
import type { Stage } from './stage.ts';

/** The users of the screen specs. Their data fills every screen. */
export type Cast = Readonly<{
  /** Has Premium, posts in every state, comments of every kind, and two accounts. One account must be connected again. */
  ana: Creator;
  newcomer: Creator;
  /** At the limit of the free plan. */
  busy: Creator;
  /** One post of this user was published twice. */
  careless: Creator;
  /** The history page of a published post of `ana`. */
  historyPath: string;
  /** The day in London on which the post with two lines is due, as `2026-11-30`. It may be tomorrow, and in the next week. */
  twoLinesDay: string;
  /** The day in London for which the draft is planned. */
  draftDay: string;
  /** A sign-in link that is never used. */
  link: string;
}>;

/** Signs up the users. Needs a product with one attempt and no automatic look-up, so that failed posts stay on the screen. */
export async function inviteCast(stage: Stage): Promise<Cast> {
  const newcomer = await stage.creator();
  const busy = await stage.creator('busy@example.com');
  const busyAccount = await busy.connectMastodon();
  for (const [at, content] of ['First', 'Second', 'Third'].entries())
    await busy.schedule([busyAccount], `${content} of three`, { scheduledFor: hoursFromNow(at + 1) });

  const ana = await stage.creator('ana@example.com');
  // The same person in a second browser, for the list of sessions.
  await stage.creator('ana@example.com');
  const bluesky = await ana.connectBluesky('ana.sandbox.test');
  const mastodon = await ana.connectMastodon('ana-token');
  const openingDay = await ana.schedule(
    [bluesky, mastodon],
    'The shop is open from nine. The first ten cups are on us.',
    {
      title: 'Opening day',
      hashtags: '#launch #coffee',
      mediaFiles: await upload(ana),
    },
  );
  await ana.settled(openingDay.body.id);
  const longText = `Long: ${'fresh bread, every morning, '.repeat(14)}`.slice(0, 400);
  await ana.settled((await ana.schedule([mastodon], longText)).body.id);
  await stage.sandbox.fault('mastodon', 'dropAfterAccept');
  const unknown = await ana.schedule([bluesky, mastodon], 'Nobody knows whether this one arrived.');
  await ana.settled(unknown.body.id, ['posted', 'unknown']);
  const disconnected = await ana.connectMastodon();
  const failed = await ana.schedule([disconnected], 'This one was refused.', inSeconds(2));
  await ana.client.call('DELETE', `/api/accounts/${String(disconnected.id)}`);
  await ana.settled(failed.body.id);
  const careless = await stage.creator('careless@example.com');
  await publishTwice(stage, careless);
  await stage.sandbox.revoke(bluesky);
  const waiting = await ana.schedule([bluesky], 'This one waits for its account.');
  await eventually(async () => {
    const [target] = (await ana.post(waiting.body.id)).targets;
    if (target?.problem?.code !== 'reconnect') throw new Error('The post does not wait yet.');
  });
  await stage.sandbox.reset();
  const twoLinesDue = hoursFromNow(1);
  await ana.schedule([mastodon], 'Two lines of text.\nAnd a second one, for the evening.', {
    scheduledFor: twoLinesDue,
    hashtags: '#bread',
  });

  const draftPlannedFor = hoursFromNow(24);
  await ana.client.call('PUT', `/api/drafts/${randomUUID()}`, {
    content: 'Sourdough on Thursdays: how long may it rest?',
    selectedAccountIds: [mastodon.id],
    plannedFor: draftPlannedFor,
  } satisfies SaveDraftRequest);

  await addComments(stage, ana, mastodon);

  const { body } = await newcomer.client.post<{ link: string }>('/api/login', { email: 'link@example.com' });
  return {
    ana,
    newcomer,
    busy,
    careless,
    historyPath: `/posts/${String(openingDay.body.id)}/history`,
    twoLinesDay: londonDay(twoLinesDue),
    draftDay: londonDay(draftPlannedFor),
    link: body.link,
  };
}

/** Publishes a post twice: the user sends it again at their own risk while the first call is delayed. The server ignores idempotency keys. */
async function publishTwice(stage: Stage, person: Creator): Promise<void> {
  const account = await person.connectMastodon(undefined, 'https://no-idempotency.mastodon.sandbox.test');
  await stage.sandbox.fault('mastodon', 'hold');
  const { body } = await person.schedule([account], 'This one is there twice.');
  await person.settled(body.id, ['unknown']);
  await person.client.post(`/api/posts/${String(body.id)}/targets/${String(account.id)}/retry`, {
    atOwnRisk: true,
  });
  await stage.sandbox.release();
  await eventually(async () => {
    const [target] = (await person.post(body.id)).targets;
    if (target?.duplicates.length !== 1) throw new Error('The second copy of the post is not known yet.');
  });
}

/** Adds comments of every kind under a post: new, with a reply, hidden, very long. */
async function addComments(stage: Stage, person: Creator, account: AccountView): Promise<void> {
  const { body: post } = await person.schedule([account], 'Which bread shall we bake on Sunday?');
  const [target] = (await person.settled(post.id)).targets;
  const texts = [
    ['ben', 'The rye, please. Your rye is wonderful!'],
    ['carla', 'When do you open on Sundays?'],
    ['dora', 'Buy followers at half the price'],
    [
      'emil-who-has-a-very-long-name',
      `I drove for an hour, ${'and then for another hour, '.repeat(20)}and it was closed.`,
    ],
  ] as const;
  for (const [author, text] of texts)
    await stage.sandbox.comment({ platform: 'mastodon', remoteId: target?.remoteId ?? '', author, text });
  const comments = await eventually(async () => {
    const { body } = await person.client.get<readonly CommentView[]>('/api/comments');
    if (body.length < texts.length) throw new Error('Not all comments are in the inbox yet.');
    return body;
  });
  const actOn = (author: string, action: string, body: object = {}) => {
    const { id } = comments.find(({ commenterUsername }) => commenterUsername.startsWith(author)) ?? {};
    return person.client.post(`/api/comments/${String(id)}/${action}`, body);
  };
  await actOn('ben', 'reply', { replyText: 'The rye it is. See you on Sunday!' });
  await actOn('dora', 'hide');
}

async function upload({ client }: Creator) {
  const form = new FormData();
  for (const { name, mimeType, buffer } of [await photo('window.jpg'), await photo('counter.jpg', 'evening')])
    form.append('media', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const { body } = await client.post<UploadReply>('/api/upload-multiple', form);
  return body.files.map(({ mediaUrl }, at) => ({
    mediaUrl,
    altText: `Picture ${String(at + 1)} of the shop`,
  }));
}

const inSeconds = (seconds: number) => ({
  scheduledFor: new Date(Date.now() + seconds * 1000).toISOString(),
});
/** The browsers of the specs are in London. */
const londonDay = (instant: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date(instant));

const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
