import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import request from 'supertest';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { AutoReplyDryRun } from '@posthorn/contracts/inbox/ai.http';
import type { CommentDetail, CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { recordComment } from '../../domain/comment/comment-recording.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { sighting } from '../../domain/comment/testing/comment-samples.ts';
import { Moderations } from '../../effects/moderation/moderations.ts';
import { RequestReply } from '../reply/request-reply.command.ts';
import type { DueAutoReply } from '../../read-models/auto-reply/auto-reply-caps.ts';
import { AutoReplyBench } from '../../testing/auto-reply/auto-reply-bench.ts';
import { WriteAutoReply } from '../../effects/auto-reply/write-auto-reply.ts';
import { AUTO_REPLIES_VIEW } from '../../read-models/auto-reply/auto-reply-table.projection.ts';
import { POSTS_VIEW } from '../../read-models/publications/publications.projection.ts';

const bench = new AutoReplyBench();
const { script, model, as, choose, pool, post, receive, load, think, send, work, types, places, later } =
  bench;
beforeAll(() => bench.open(), 60_000);
afterAll(() => bench.close());
beforeEach(() => bench.reset());

it('replies once, with the text of the model', async () => {
  await receive();
  await work();
  await work();
  expect(script.sent).toEqual(['So glad you like it!']);
  expect(await load()).toMatchObject({ status: 'ai_reply', reply: { kind: 'ai', aiAssisted: false } });
  expect(types()).toEqual([
    ...[
      'CommentReceived',
      'CommentSentimentJudged',
      'ReplyRequested',
      'ReplyPrepared',
      'ReplyAttemptStarted',
    ],
    'ReplySent',
  ]);
  expect(places()).toEqual(['AutoReplyReserved']);
  expect(model.asked).toMatchObject([
    {
      post: 'Fresh bread today',
      personality: 'Warm and witty',
      comment: 'What a lovely loaf',
      inReplyTo: null,
      lengthMax: 100,
    },
  ]);
});

describe('a reply that waits for a person', () => {
  it.each<readonly [string, () => unknown, string]>([
    ['a link that is not in the post', () => model.say('Look at https://evil.example for more'), 'link'],
    ['a negative comment', () => model.say('So sorry to hear that!', { sentiment: 'negative' }), 'negative'],
    [
      'a request of the model',
      () => model.say('Let me see about that', { kind: 'needs-person' }),
      'needs-person',
    ],
    [
      'a platform that allows no automatic replies',
      () => Object.assign(script, { automaticReplies: false }),
      'platform-asks',
    ],
    [
      'a platform that accepts no replies from apps',
      () => Object.assign(script, { abilities: { ...script.abilities, reply: 'open' } }),
      'platform-asks',
    ],
    ['required approval', () => choose({ requireApproval: true }), 'approval'],
    ['the mode "draft"', () => choose({ autoReply: 'draft' }), 'mode-draft'],
    ['a reply that is too long for the platform', () => Object.assign(script, { replyMax: 5 }), 'too-long'],
  ])('is caused by %s', async (_, given, reason) => {
    await given();
    await receive();
    await work();
    expect(script.sent).toEqual([]);
    const { draft, status } = await load();
    expect(status).toBe('new');
    expect(draft?.reasons).toContain(reason);
    expect(places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
    await work();
    expect(model.asked).toHaveLength(1);
  });

  it('is sent when the owner accepts it, and then is not an automatic reply', async () => {
    await choose({ requireApproval: true });
    await receive();
    await work();
    const draftId = (await load()).draft?.replyId ?? '';
    const reply = { text: 'So glad you like it!', replyId: null, draftId };
    await as('ana', () =>
      bench.product.app.get(CommandBus).execute(new RequestReply('ana', bench.commentId, reply)),
    );
    await work();
    expect(script.sent).toEqual(['So glad you like it!']);
    expect(await load()).toMatchObject({ status: 'manual_reply', reply: { aiAssisted: true } });
  });
});

describe('a request to the model', () => {
  it.each<readonly [string, () => unknown, string]>([
    ['after a refusal of the model', () => model.fail('refused'), 'ai-dropped'],
    ['after an incomplete response', () => model.fail('cut-off'), 'ai-dropped'],
    [
      'after a reply that repeats the instructions',
      () => model.say('You write one reply to a comment under a post, in the name of'),
      'ai-dropped',
    ],
    ['when the model sees no need for a reply', () => model.skip(), 'ai-nothing'],
    ['with an invalid API key', () => model.fail('key'), 'ai-failed'],
    ['without a model', () => Object.assign(model, { isConfigured: false }), 'ai-not-configured'],
    [
      'with a used-up budget',
      () => pool().query(`insert into inbox.ai_use values ((now() at time zone 'utc')::date, 'ana', 49999)`),
      'ai-budget',
    ],
  ])(
    'leads to one record that no reply is sent, and releases the reservation: %s',
    async (_, given, reason) => {
      await given();
      await receive();
      await work();
      await work();
      expect(script.sent).toEqual([]);
      expect((await load()).skipped).toBe(reason);
      expect(types().filter((type) => type === 'AiReplySkipped')).toHaveLength(1);
      expect(places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
    },
  );

  it('is repeated twice within ten minutes if the model does not respond', async () => {
    for (const code of ['away', 'busy', 'away'] as const) model.fail(code);
    await receive();
    await work();
    expect((await load()).skipped).toBeNull();
    await later();
    await work();
    expect(places()).toEqual(['AutoReplyReserved']);
    await later();
    await work();
    expect((await load()).skipped).toBe('ai-failed');
    expect(model.asked).toHaveLength(3);
    expect(places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
  });

  it('leads to a sent reply if the model responds again in time', async () => {
    model.fail('away');
    await receive();
    await work();
    await later();
    await work();
    expect(script.sent).toEqual(['So glad you like it!']);
    expect(places()).toEqual(['AutoReplyReserved']);
  });
});

describe('does not ask the model, and stores nothing', () => {
  it('for a post without automatic replies', async () => {
    bench.postId += 1;
    await post(false);
    await receive();
    await work();
    await work();
    expect(types()).toEqual(['CommentReceived']);
    expect([model.asked, places()]).toEqual([[], []]);
  });
  it.each<readonly [string, () => Promise<number>, string | null]>([
    ['comment-old', () => receive('What a lovely loaf', { isBacklog: true }), null],
    [
      'comment-old',
      () => receive('What a lovely loaf', { createdAt: '2026-01-01T00:00:00.000Z' }),
      'comment-old',
    ],
    ['bot', () => receive('What a lovely loaf', { author: { ...sighting().author, isBot: true } }), 'bot'],
    [
      'author-connected',
      () => receive('What a lovely loaf', { author: { ...sighting().author, remoteId: 'bea' } }),
      'author-connected',
    ],
    ['too-few-words', () => receive('❤️ @ana'), 'too-few-words'],
  ])('for %s', async (_, given, reason) => {
    script.connectedHere = ['bea'];
    await given();
    await work();
    expect((await load()).skipped).toBe(reason);
    expect([model.asked, places()]).toEqual([[], []]);
  });
  it('for the second comment of a person', async () => {
    await receive('What a lovely loaf', { authorMac: 'bo' });
    await work();
    await receive('And what a crust', { authorMac: 'bo' });
    await work();
    expect((await load()).skipped).toBe('author-answered');
    expect(script.sent).toHaveLength(1);
  });
  it('for a comment below a reply of Posthorn', async () => {
    const first = await receive();
    await work();
    await receive('And what a crust', { parentRemoteId: 'r-1' });
    await receive('And what a crumb', { parentRemoteId: String(first) });
    await work();
    expect([(await load()).skipped, (await load(bench.commentId - 1)).skipped]).toEqual([
      'below-own-reply',
      'below-own-reply',
    ]);
    expect(script.sent).toHaveLength(1);
  });
  it('for the twenty-first comment in an hour', async () => {
    for (let count = 0; count < 20; count++) await receive(`What a lovely loaf number ${String(count)}`);
    model.varyReplies();
    await work();
    for (let round = 0; round < 10; round++) await work();
    expect(script.sent).toHaveLength(20);
    await receive('What a lovely loaf, the last');
    await work();
    expect((await load()).skipped).toBe('account-hour');
  });
});

describe('the exact limits, however many replies are written concurrently,', () => {
  /** Writes all open replies with several workers. The read models do not see the new replies until the end. */
  const writeAll = async () => {
    const { rows } = await pool().query<DueAutoReply>(
      `select comment_id::float8 as "commentId", account_id::float8 as "accountId", post_id::float8 as "postId", owner_id as "ownerId"
       from ${AUTO_REPLIES_VIEW} where stage = 'open' and post_id = any($1)`,
      [[bench.postId - 1, bench.postId]],
    );
    const write = bench.product.app.get(WriteAutoReply);
    // The worker that loses a race for a stream gets an error, and retries.
    const worker = async () => {
      for (let row = rows.pop(); row; row = rows.pop())
        try {
          await as('system', () => write.run(row));
        } catch (error) {
          if (!(error instanceof ConcurrencyError)) throw error;
          rows.push(row);
        }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    await bench.product.catchUp();
  };
  const skipReasons = async (first: number) => {
    const ids = Array.from({ length: bench.commentId - first }, (_, index) => first + 1 + index);
    return (await Promise.all(ids.map((id) => load(id)))).map(({ skipped }) => skipped);
  };

  it('allow twenty replies of an account in an hour, under all of its posts', async () => {
    const first = bench.commentId;
    bench.postId += 1;
    await post(true);
    for (let count = 0; count < 30; count++)
      await receive(`A loaf for ${String(count)}`, {}, bench.postId - (count % 2));
    await bench.product.catchUp();
    model.varyReplies();
    await writeAll();
    const reasons = await skipReasons(first);
    expect(reasons.filter((why) => why === 'account-hour')).toHaveLength(10);
    expect(reasons.filter((why) => why === null)).toHaveLength(20);
  });

  it('allow two hundred replies of a user in a day, on all accounts', async () => {
    const first = bench.commentId;
    const earlier = Array.from({ length: 198 }, (_, index) => 900_000 + index);
    await pool().query(
      `insert into ${AUTO_REPLIES_VIEW} (comment_id, owner_id, account_id, post_id, stage, reserved_at)
       select id, 'ana', 900 + id % 50, 1, 'sent', now() - interval '3 hours' from unnest($1::bigint[]) as id`,
      [earlier],
    );
    for (let count = 0; count < 5; count++) await receive(`A bun for ${String(count)}`);
    await bench.product.catchUp();
    model.varyReplies();
    await writeAll();
    const reasons = await skipReasons(first);
    expect(reasons.filter((why) => why === 'user-day')).toHaveLength(3);
    expect(reasons.filter((why) => why === null)).toHaveLength(2);
    await pool().query(`delete from ${AUTO_REPLIES_VIEW} where comment_id = any($1)`, [earlier]);
  });

  it('do not count replies that were not sent', async () => {
    for (let count = 0; count < 19; count++) await receive(`A roll for ${String(count)}`);
    await bench.product.catchUp();
    for (let count = 0; count < 19; count++) model.skip();
    await writeAll();
    const first = bench.commentId;
    for (let count = 0; count < 20; count++) await receive(`A cake for ${String(count)}`);
    await bench.product.catchUp();
    model.varyReplies();
    await writeAll();
    expect((await skipReasons(first)).filter((why) => why === null)).toHaveLength(20);
  });
});

describe('between the request and the attempt', () => {
  it.each<readonly [string, () => unknown, string]>([
    ['the mode', () => choose({ autoReply: 'off' }), 'switched-off'],
    ['the plan', () => Object.assign(bench, { plan: 'free' }), 'no-premium'],
    ['the requirement of approval', () => choose({ requireApproval: true }), 'approval'],
    [
      'the post',
      () => pool().query(`update ${POSTS_VIEW} set ai_replies = false where post_id = $1`, [bench.postId]),
      'not-asked-for',
    ],
  ])(
    'checks %s again, and turns a reply that is no longer allowed into a draft',
    async (_, given, reason) => {
      await receive();
      await think();
      expect(await load()).toMatchObject({ reply: { kind: 'ai', effect: { attempt: null } } });
      await given();
      await send();
      expect(script.sent).toEqual([]);
      expect(await load()).toMatchObject({
        status: 'new',
        reply: { effect: { status: 'cancelled' } },
        draft: { text: 'So glad you like it!', reasons: [reason] },
      });
      await work();
      expect(places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
      expect(script.sent).toEqual([]);
    },
  );
});

it('continues after a crash with the existing reservation, and sends one reply', async () => {
  model.crash();
  await receive();
  await think();
  expect(places()).toEqual(['AutoReplyReserved']);
  expect(types()).toEqual(['CommentReceived']);
  for (let round = 0; round < 20 && script.sent.length === 0; round++) await work();
  await work();
  expect(script.sent).toEqual(['So glad you like it!']);
  expect(places()).toEqual(['AutoReplyReserved']);
  expect(model.asked).toHaveLength(2);
});

it('does not send a reply if a person has replied while the model was writing', async () => {
  await receive();
  const reply = { text: 'Thank you, dear!', replyId: null, draftId: null };
  model.duringNextCall(() =>
    as('ana', () =>
      bench.product.app.get(CommandBus).execute(new RequestReply('ana', bench.commentId, reply)),
    ),
  );
  await work();
  expect(script.sent).toEqual(['Thank you, dear!']);
  expect(await load()).toMatchObject({ status: 'manual_reply', skipped: null });
  expect(places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
});

it('does not send a reply to a comment that was edited while the model was writing', async () => {
  await receive();
  const id = { commentId: bench.commentId, ownerId: 'ana', accountId: 3, platform: 'mastodon' } as const;
  model.duringNextCall(() => {
    const key = String(bench.commentId);
    const edited = sighting(60, {
      key,
      remoteId: key,
      text: 'I hate it',
      textMac: 'other',
      seenAt: new Date().toISOString(),
    });
    return as('system', () =>
      bench.product.app
        .get(StreamWriter)
        .decide(commentStream, id.commentId, (comment) => recordComment(comment, id, edited, null)),
    );
  });
  await work();
  expect(script.sent).toEqual([]);
  expect((await load()).skipped).toBe('comment-edited');
});

describe('a planned reply', () => {
  const shown = async (user = 'ana') => {
    const answer = await request(bench.product.url).get('/api/comments').set('x-test-user', user);
    return (answer.body as readonly CommentView[]).find(({ id }) => id === bench.commentId);
  };
  const stop = async (user = 'ana', id = bench.commentId) => {
    const answer = await request(bench.product.url)
      .delete(`/api/comments/${String(id)}/auto-reply`)
      .set('x-test-user', user);
    return { status: answer.status, body: answer.body as CommentView & ErrorReply };
  };

  it('is shown with its planned time until the model has written it', async () => {
    await receive();
    await bench.product.catchUp();
    const { autoReplyAt } = (await shown()) ?? {};
    expect(Math.abs(Date.parse(autoReplyAt ?? '') - Date.now())).toBeLessThan(60_000);
    await work();
    expect(await shown()).toMatchObject({ autoReplyAt: null, status: 'ai_reply' });
  });
  it.each<readonly [string, () => unknown]>([
    ['automatic replies are switched off', () => choose({ autoReply: 'off' })],
    ['the mode is "draft"', () => choose({ autoReply: 'draft' })],
    ['a person approves each reply', () => choose({ requireApproval: true })],
    ['the plan has ended', () => Object.assign(bench, { plan: 'free' })],
    ['the platform allows no automatic replies', () => Object.assign(script, { automaticReplies: false })],
    [
      'automatic replies are switched off for the post',
      () => pool().query(`update ${POSTS_VIEW} set ai_replies = false where post_id = $1`, [bench.postId]),
    ],
  ])('is not shown if %s', async (_, given) => {
    await receive();
    await given();
    await bench.product.catchUp();
    expect(await shown()).toMatchObject({ autoReplyAt: null, status: 'new' });
  });
  it('is not shown for a second comment of a person, nor for a complaint', async () => {
    await receive('What a lovely loaf', { authorMac: 'bo' });
    await work();
    await receive('And what a crust', { authorMac: 'bo' });
    await bench.product.catchUp();
    expect(await shown()).toMatchObject({ autoReplyAt: null });
    await receive('This was the worst loaf of my life');
    await bench.product.catchUp();
    expect(await shown()).toMatchObject({ autoReplyAt: null, sentiment: 'negative' });
    await work();
  });
  it("is stopped by its owner before the model is asked, and recorded as the owner's decision", async () => {
    await receive();
    await bench.product.catchUp();
    expect(await stop()).toMatchObject({ status: 200, body: { autoReplyAt: null, status: 'new' } });
    expect((await stop()).status).toBe(200);
    await work();
    expect([script.sent, model.asked, places()]).toEqual([[], [], []]);
    expect(types()).toEqual(['CommentReceived', 'AiReplySkipped']);
    const answer = await request(bench.product.url)
      .get(`/api/comments/${String(bench.commentId)}`)
      .set('x-test-user', 'ana');
    expect((answer.body as CommentDetail).history.at(-1)).toMatchObject({
      actor: { name: 'You' },
      summary: 'No automatic reply. You stopped it.',
    });
  });
  it('is stopped while the model is writing, and its reservation is released', async () => {
    await receive();
    model.duringNextCall(async () => {
      expect((await stop()).status).toBe(200);
    });
    await work();
    expect([script.sent, (await load()).skipped]).toEqual([[], 'stopped']);
    expect(types()).toEqual(['CommentReceived', 'AiReplySkipped']);
    expect(places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
  });
  it('is stopped after its request and before its attempt', async () => {
    await receive();
    await think();
    expect((await stop()).status).toBe(200);
    await work();
    expect([script.sent, (await load()).draft]).toEqual([[], null]);
    expect(types().at(-1)).toBe('ReplyCancelled');
    expect(places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
  });
  it('cannot be stopped after its attempt was recorded', async () => {
    await receive();
    await work();
    expect(await stop()).toMatchObject({
      status: 409,
      body: { code: 'inbox.auto-reply-was-sent', message: 'This automatic reply was already sent.' },
    });
    expect(types().at(-1)).toBe('ReplySent');
  });
  it('is stopped only by its owner', async () => {
    await receive();
    expect((await stop('eve')).status).toBe(404);
    expect((await stop('ana', 999_999)).status).toBe(404);
    await work();
    expect(script.sent).toEqual(['So glad you like it!']);
  });
});

describe('an unwanted new comment', () => {
  const runModerations = async () => {
    await bench.product.catchUp();
    await bench.product.app.get(Moderations).round();
    await bench.product.catchUp();
  };
  const SPAM = 'Make money fast, visit https://spam.example and follow me';
  it('is hidden on the platform when it looks like spam', async () => {
    await receive(SPAM);
    await runModerations();
    expect(script.moderated).toEqual([`hide ${String(bench.commentId)}`]);
    expect(await load()).toMatchObject({ hidden: 'platform' });
    await work();
    expect(script.sent).toEqual([]);
    expect((await load()).skipped).toBe('comment-hidden');
  });
  it('is hidden only in Posthorn when it has profanity', async () => {
    await receive('This is bullshit, honestly');
    await runModerations();
    expect(script.moderated).toEqual([]);
    expect(await load()).toMatchObject({ hidden: 'here' });
  });
  it('stays visible when the settings of its owner allow it', async () => {
    await choose({ autoHideSpam: false, filterProfanity: false });
    await receive(SPAM);
    await receive('This is bullshit, honestly');
    await runModerations();
    expect([(await load()).hidden, (await load(bench.commentId - 1)).hidden]).toEqual([null, null]);
  });
});

describe('a dry run', () => {
  const dryRun = async (user = 'ana', of = String(bench.postId)) => {
    const answer = await request(bench.product.url)
      .post(`/api/posts/${of}/auto-reply/dry-run`)
      .set('x-test-user', user);
    return { status: answer.status, body: answer.body as AutoReplyDryRun };
  };
  it('reports which comments would get a reply, without asking the model or sending anything', async () => {
    await pool().query(`update ${POSTS_VIEW} set ai_replies = false where post_id = $1`, [bench.postId]);
    const [good, few, again] = [
      await receive('What a lovely loaf', { authorMac: 'bo' }),
      await receive('Wow'),
      await receive('And what a crust', { authorMac: 'bo' }),
    ];
    const { status, body } = await dryRun();
    expect(status).toBe(200);
    expect(body.comments.map(({ commentId: id, outcome }) => [id, outcome]).sort()).toEqual([
      [good, 'reply'],
      [few, 'skip'],
      [again, 'skip'],
    ]);
    expect(body.comments.find(({ commentId: id }) => id === few)).toMatchObject({
      commenterUsername: 'bo',
      commentText: 'Wow',
      reason: 'It has fewer than two words.',
      reasonCode: 'too-few-words',
    });
    expect(model.asked).toEqual([]);
    expect(types(good)).toEqual(['CommentReceived']);
  });
  it('is available only to the owner of the post', async () => {
    expect((await dryRun('eve')).status).toBe(404);
    expect((await dryRun('ana', '999999')).status).toBe(404);
    expect((await dryRun('ana', 'x')).status).toBe(404);
  });
});
