import { randomUUID } from 'node:crypto';
import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { mark } from '../../domain/comment/marking.ts';
import { recordComment, recordCommentGone } from '../../domain/comment/comment-recording.ts';
import { sighting } from '../../domain/comment/testing/comment-samples.ts';
import { followPlan, inboxSettingsStream } from '../../domain/settings/inbox-settings.ts';
import { BlockAuthor } from '../../features/inbox-settings/block-author.command.ts';
import { AutoReplyBench } from '../../testing/auto-reply/auto-reply-bench.ts';
import { POSTS_VIEW } from '../../read-models/publications/publications.projection.ts';

// The model is slow. So the worker checks the current state before it sends a reply.

const bench = new AutoReplyBench();
const { script, model, choose, decide } = bench;
let people = 0;
beforeAll(() => bench.open(), 60_000);
afterAll(() => bench.close());
beforeEach(() => bench.reset(`owner${String(++people)}`));

async function answerWhile(meanwhile: () => unknown): Promise<void> {
  await bench.receive();
  model.duringNextCall(() => Promise.resolve(meanwhile()));
  await bench.work();
  expect([model.asked.length, script.sent]).toEqual([1, []]);
}
const nowIso = () => new Date().toISOString();
const hide = () =>
  decide((comment, id) => {
    const { textMac = '' } = comment.seen ?? {};
    return recordComment(comment, id, sighting(0, { textMac, seenAt: nowIso(), hidden: true }), null);
  });

it.each<readonly [string, () => unknown, string | null]>([
  ['read', () => decide((comment, id) => mark(comment, id, 'read', new Date())), 'comment-read'],
  ['hidden on its platform', hide, 'comment-hidden'],
  [
    'deleted',
    () => decide((comment, id) => recordCommentGone(comment, id, { by: 'platform', seenAt: nowIso() })),
    null,
  ],
])('does not send a reply to a comment that is %s while the model writes', async (_, meanwhile, reason) => {
  await answerWhile(meanwhile);
  expect(await bench.load()).toMatchObject({ skipped: reason, draft: null, reply: null });
  expect(bench.places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
});

const planEnds = (): Promise<unknown> => {
  bench.plan = 'free';
  const end = (state: Parameters<typeof followPlan>[0]) => followPlan(state, bench.owner, false, new Date());
  const writer = bench.product.app.get(StreamWriter);
  return bench.as('system', () => writer.decide(inboxSettingsStream, bench.owner, end));
};
const block = () => {
  const blocking = new BlockAuthor(bench.owner, bench.commentId, true);
  return bench.as(bench.owner, () => bench.product.app.get(CommandBus).execute(blocking));
};

it.each<readonly [string, () => unknown, string]>([
  [
    'automatic replies are switched off for the installation',
    () => Object.assign(bench, { isAllowed: false }),
    'installation-off',
  ],
  ['automatic replies are switched off', () => choose({ autoReply: 'off' }), 'switched-off'],
  ['the plan ends', () => Object.assign(bench, { plan: 'free' }), 'no-premium'],
  ['the end of the plan is recorded', planEnds, 'plan-ended'],
  [
    'automatic replies are switched off for the post',
    () =>
      bench.pool().query(`update ${POSTS_VIEW} set ai_replies = false where post_id = $1`, [bench.postId]),
    'not-asked-for',
  ],
  ['the author is blocked', block, 'author-blocked'],
  ['the mode is set to drafts', () => choose({ autoReply: 'draft' }), 'mode-draft'],
  ['approval becomes required', () => choose({ requireApproval: true }), 'approval'],
])("keeps the model's reply as a draft when %s while the model writes", async (_, meanwhile, reason) => {
  await answerWhile(meanwhile);
  expect((await bench.load()).draft).toMatchObject({ text: 'So glad you like it!', reasons: [reason] });
  expect(bench.places()).toEqual(['AutoReplyReserved', 'AutoReplyReleased']);
});

it('turns a reply into a draft when its comment is hidden before the reply is sent', async () => {
  await bench.receive();
  await bench.think();
  expect(await bench.load()).toMatchObject({ reply: { kind: 'ai', effect: { attempt: null } } });
  await hide();
  await bench.send();
  expect(script.sent).toEqual([]);
  expect(await bench.load()).toMatchObject({
    reply: { effect: { status: 'cancelled' } },
    draft: { reasons: ['comment-hidden'] },
  });
});

it('does not record a reply when the owner requests the deletion of their account while the model writes', async () => {
  const { owner } = bench;
  const actor = { kind: 'user', id: owner } as const;
  const meta = { actor, correlationId: 's', causationId: 's', at: nowIso(), schema: 1, chain: '' };
  const data = { userId: owner, requestedAt: nowIso() };
  const event = { id: randomUUID(), type: 'ErasureRequested', data, meta };
  await answerWhile(() =>
    bench.store.append(`${ERASURE_CATEGORY}-${owner}`, [event], { expected: 'noStream' }),
  );
  expect(bench.types()).toEqual(['CommentReceived']);
  expect(bench.places()).toEqual(['AutoReplyReserved']);
});
