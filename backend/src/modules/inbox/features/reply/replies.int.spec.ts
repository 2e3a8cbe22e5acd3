import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { ReplyCannotBeConfirmed } from '../../domain/comment/inbox.errors.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { recordComment, recordCommentGone } from '../../domain/comment/comment-recording.ts';
import { sighting } from '../../domain/comment/testing/comment-samples.ts';
import { InboxModule } from '../../inbox.module.ts';
import { Moderate } from '../moderate/moderate.command.ts';
import { Moderations } from '../../effects/moderation/moderations.ts';
import { ScriptedComments, scriptedIntegrations } from '../../testing/scripted-comments.ts';
import { TIMES } from '../../effects/times.ts';
import { Replies } from '../../effects/replies/replies.ts';
import { RequestReply } from './request-reply.command.ts';
import { CancelReply, CheckReply, ConfirmReply, RetryReply } from './settle-reply.commands.ts';

/** The product's times with waits of milliseconds, so that the spec is fast. */
const times = {
  ...EFFECT_TIMES,
  tick: 500,
  lease: 15_000,
  renewLease: 5_000,
  preparation: 5_000,
  drain: 1_000,
  startWithin: 400,
  callWithin: 500,
  firstRetry: 10,
  longestRetry: 50,
  firstLookUp: 1,
  visibility: 1,
  lateCall: 1,
};
const script = new ScriptedComments();
const store = new InMemoryEventStore();
let product: Booted;
let commentId = 0;

beforeAll(async () => {
  product = await boot([scriptedIntegrations(script), InboxModule], {
    store,
    now: new Date(),
    database: true,
    bindings: [{ provide: TIMES, useValue: times }],
  });
});
afterAll(() => product.close());
beforeEach(async () => {
  for (const list of [script.sent, script.moderated, script.answers, script.lookUps, script.moderations])
    list.length = 0;
  script.connection = 'active';
  script.abilities = { ...script.abilities, reply: 'send', whyNot: null, hide: 'platform', remove: true };
  commentId += 1;
  await as('system', () =>
    product.app
      .get(StreamWriter)
      .decide(commentStream, commentId, (comment) => recordComment(comment, commentKey(), sighting(0), null)),
  );
});

/** Finishes the work of this spec before the next one starts. */
afterEach(async () => {
  await workWhile(isOpen);
});
async function isOpen(): Promise<boolean> {
  const status = (await load()).reply?.effect.status ?? 'done';
  return !['done', 'failed', 'cancelled'].includes(status);
}

const commentKey = () => ({ commentId, ownerId: 'ana', accountId: 3, platform: 'mastodon' }) as const;
const as = <Result>(id: string, work: () => Promise<Result>) =>
  product.app
    .get(CauseContext)
    .run({ actor: { kind: 'user', id }, correlationId: 'spec', causationId: 'spec' }, work);
const execute = (command: Parameters<CommandBus['execute']>[0], user = 'ana') =>
  as(user, () => product.app.get(CommandBus).execute(command));
const reply = (text = 'Thank you!', changes: Partial<RequestReply['request']> = {}, user = 'ana') =>
  execute(new RequestReply(user, commentId, { text, replyId: null, draftId: null, ...changes }), user);
const load = async () => (await product.app.get(EventReader).load(commentStream, commentId)).state;
/** Runs one round of each worker, and waits for the read models. */
async function work(): Promise<void> {
  await product.catchUp();
  await product.app.get(Replies).round();
  await product.app.get(Moderations).round();
  await product.catchUp();
}
async function workUntil(status: string): Promise<void> {
  await workWhile(async () => (await load()).reply?.effect.status !== status);
  expect((await load()).reply?.effect).toMatchObject({ status });
}
/** Repeats rounds of the workers, at most for 20 seconds: some steps become due a moment later. */
async function workWhile(hasWork: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 20_000; performance.now() < end && (await hasWork());) await work();
}
const types = () =>
  store.historyOf(`comment-${String(commentId)}`).map(({ type }) => type.replace('Reply', ''));

it('sends a reply once, and records the intent before the call and the outcome after it', async () => {
  await reply();
  expect(await load()).toMatchObject({ status: 'new', reply: { sent: null } });
  await workUntil('done');
  await work();
  expect(script.sent).toEqual(['Thank you!']);
  expect(await load()).toMatchObject({ status: 'manual_reply', reply: { sent: { remoteId: 'r-1' } } });
  expect(types()).toEqual(['CommentReceived', 'Requested', 'Prepared', 'AttemptStarted', 'Sent']);
  const figures = await product.app.get(Metrics).registry.metrics();
  expect(figures).toContain('inbox_reply_attempts_total{platform="mastodon",outcome="done"} 1\n');
});

it('treats a repeated request as one reply, and another reply as a conflict', async () => {
  const replyId = '1f0a2f9e-6d0e-4c59-9c55-0f6b3a3f9b01';
  await reply('Thanks', { replyId });
  await reply('Thanks', { replyId });
  await expect(reply('Me too')).rejects.toThrow('This comment already has a reply.');
  await work();
  await expect(reply('And again')).rejects.toThrow('This comment already has a reply.');
  expect(script.sent).toEqual(['Thanks']);
});

it('does not find the comment for another user', async () => {
  await expect(reply('Hi', {}, 'eve')).rejects.toThrow('This comment does not exist.');
});

it('refuses a reply on a disconnected account', async () => {
  script.connection = 'disconnected';
  await expect(reply()).rejects.toThrow('This account is disconnected.');
  expect(types()).toEqual(['CommentReceived']);
});

it('finds a sent reply when the response of the platform was lost, and does not send it again', async () => {
  script.answers.push('lost');
  await reply();
  await workUntil('done');
  expect(script.sent).toEqual(['Thank you!']);
  expect(types()).toEqual(expect.arrayContaining(['Unknown', 'Sent']));
});

it('sends a reply again after two look-ups have not found it', async () => {
  script.answers.push({ kind: 'unknown', cause: 'timeout', words: null });
  await reply();
  await workUntil('done');
  expect(script.sent).toEqual(['Thank you!']);
  expect(types().filter((type) => type === 'AttemptStarted')).toHaveLength(2);
});

it('lets a person decide when a look-up has no result', async () => {
  script.answers.push({ kind: 'unknown', cause: 'timeout', words: null });
  script.lookUps.push({ kind: 'cannot-tell' });
  await reply();
  await workWhile(() => script.lookUps.length > 0);
  await execute(new ConfirmReply('ana', commentId, 'https://social.test/r-9'));
  expect(await load()).toMatchObject({ status: 'manual_reply', reply: { sent: { remoteId: null } } });
  expect(script.sent).toEqual([]);
});

it('records that a person has replied to the comment on the platform', async () => {
  await expect(execute(new ConfirmReply('ana', commentId, null))).rejects.toThrow(ReplyCannotBeConfirmed);
  script.abilities = { ...script.abilities, reply: 'open', whyNot: 'Answer it there.' };
  await execute(new ConfirmReply('ana', commentId, null));
  expect(await load()).toMatchObject({ status: 'manual_reply', reply: null });
  await product.catchUp();
  expect(script.sent).toEqual([]);
});

it('looks up a reply with unknown outcome immediately when a person requests it', async () => {
  script.answers.push('lost');
  script.lookUps.push({ kind: 'cannot-tell' });
  await reply();
  await workWhile(() => script.lookUps.length > 0);
  await execute(new CheckReply('ana', commentId));
  expect(await load()).toMatchObject({ status: 'manual_reply' });
  await expect(execute(new CheckReply('ana', commentId))).rejects.toThrow('already known');
});

it('looks up replies for a user at most sixty times an hour, because platforms limit the whole installation', async () => {
  script.answers.push('lost');
  script.lookUps.push(...Array.from({ length: 200 }, () => ({ kind: 'cannot-tell' }) as const));
  await reply('Are you there?', {}, 'ana');
  await workUntil('unknown');
  const ask = () => execute(new CheckReply('ana', commentId));
  let asked = 0;
  const refusal = await (async () => {
    for (; asked < 100; asked++) await ask();
    return null;
  })().catch((error: unknown) => error);
  expect(asked).toBeLessThanOrEqual(60);
  expect(refusal).toMatchObject({ code: 'request.too-many' });
  await expect(execute(new RetryReply('ana', commentId, false))).rejects.toBeDefined();
  script.lookUps.length = 0;
});

it('shows why a reply failed, and sends it again only when a person requests it', async () => {
  script.answers.push({ kind: 'refused', reason: 'rejected', words: 'Not allowed.', retryable: false });
  await reply();
  await workUntil('failed');
  await work();
  expect(script.sent).toEqual([]);
  expect(await load()).toMatchObject({ status: 'new', reply: { effect: { lastWords: 'Not allowed.' } } });
  await execute(new RetryReply('ana', commentId, false));
  await workUntil('done');
  expect(script.sent).toEqual(['Thank you!']);
});

it('keeps a reply until its account is connected again', async () => {
  script.answers.push({ kind: 'refused', reason: 'reconnect', words: null, retryable: false });
  script.connection = 'needs-reconnect';
  await reply();
  await work();
  expect(await load()).toMatchObject({ reply: { effect: { waitsFor: 'reconnect' } } });
  script.connection = 'active';
  await workUntil('done');
  expect(script.sent).toEqual(['Thank you!']);
});

it('cancels a reply before it is sent, and not afterwards', async () => {
  await reply();
  await execute(new CancelReply('ana', commentId));
  await work();
  expect(script.sent).toEqual([]);
  await reply('Another one');
  await work();
  await expect(execute(new CancelReply('ana', commentId))).rejects.toThrow('cannot be cancelled');
});

it('does not send a reply to a comment that was deleted after the request', async () => {
  await reply();
  await as('system', () =>
    product.app
      .get(StreamWriter)
      .decide(commentStream, commentId, (comment) =>
        recordCommentGone(comment, commentKey(), { by: 'platform', seenAt: new Date().toISOString() }),
      ),
  );
  await work();
  expect(script.sent).toEqual([]);
  expect(await load()).toMatchObject({ reply: { effect: { status: 'cancelled' } } });
});

it('refuses a reply that violates the rules of the platform', async () => {
  await expect(reply('x'.repeat(101))).rejects.toThrow('This reply is too long: at most 100 characters.');
  await expect(reply('   ')).rejects.toThrow('Please write a reply.');
  script.abilities = { ...script.abilities, reply: 'open', whyNot: 'Social takes no replies from apps.' };
  await expect(reply()).rejects.toThrow('Social takes no replies from apps.');
});

describe('moderation', () => {
  it('hides a comment immediately in the inbox, and then on the platform', async () => {
    await execute(new Moderate('ana', commentId, 'hide'));
    expect(await load()).toMatchObject({ hidden: 'here' });
    await work();
    expect(script.moderated).toEqual(['hide c1']);
    expect(await load()).toMatchObject({ hidden: 'platform' });
  });
  it('hides a comment only in the inbox if the platform cannot hide it, and refuses to remove it', async () => {
    script.abilities = { ...script.abilities, hide: 'here', remove: false };
    await execute(new Moderate('ana', commentId, 'hide'));
    await work();
    expect(script.moderated).toEqual([]);
    expect(await load()).toMatchObject({ hidden: 'here' });
    await expect(execute(new Moderate('ana', commentId, 'remove'))).rejects.toThrow(
      'On Mastodon, only the author can remove this comment.',
    );
  });
  it('repeats the call after an unknown outcome, because a repetition is harmless', async () => {
    script.moderations.push({ kind: 'unknown', cause: 'timeout', words: null });
    await execute(new Moderate('ana', commentId, 'remove'));
    await workWhile(async () => (await load()).gone === null);
    expect(script.moderated).toEqual(['remove c1']);
    expect(await load()).toMatchObject({ gone: 'owner' });
  });
});
