import type { DraftConflict } from '@posthorn/contracts/scheduling/drafts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { afterEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Pool } from 'pg';
import { postStream } from '../../domain/post/post.ts';
import { KeepMedia } from '../../effects/keep-media/keep-media.ts';
import { SchedulingHousekeeping } from '../../effects/forget-requests.ts';
import { Drafts } from '../../stores/drafts/drafts.ts';
import { drafting } from '../../testing/drafting.ts';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
afterEach(() => {
  jest.restoreAllMocks();
});

/** Where a process ends while it schedules a draft. */
const ENDS = ['never', 'before the post', 'after the post', 'before the draft is gone'] as const;
/** What people and time do to a draft. */
type Step =
  | Readonly<{ kind: 'schedule'; content: string; ends: (typeof ENDS)[number] }>
  | Readonly<{ kind: 'two windows'; contents: readonly [string, string] }>
  | Readonly<{ kind: 'save'; content: string }>
  | Readonly<{ kind: 'a minute passes' | 'housekeeping' }>;
const content = fc.constantFrom('one', 'two', 'three');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('schedule' as const), content, ends: fc.constantFrom(...ENDS) }),
  fc.record({ kind: fc.constant('two windows' as const), contents: fc.tuple(content, content) }),
  fc.record({ kind: fc.constant('save' as const), content }),
  fc.record({ kind: fc.constantFrom('a minute passes' as const, 'housekeeping' as const) }),
);

const KILLED = new Error('The process was killed.');
function endAt(ends: (typeof ENDS)[number]): void {
  const { app } = product.booted;
  if (ends === 'before the post') jest.spyOn(app.get(KeepMedia), 'keepFor').mockRejectedValueOnce(KILLED);
  if (ends === 'before the draft is gone') jest.spyOn(app.get(Drafts), 'end').mockRejectedValueOnce(KILLED);
  if (ends !== 'after the post') return;
  const writer = app.get(StreamWriter);
  const decide = writer.decide.bind(writer) as (...args: readonly unknown[]) => Promise<unknown>;
  jest.spyOn(writer, 'decide').mockImplementation((async (...args: readonly unknown[]) => {
    const decided = (await decide(...args)) as Readonly<{ logged: readonly unknown[] }>;
    if (args[0] === postStream && decided.logged.length > 0) throw KILLED;
    return decided;
  }) as never);
}

it('loses no draft and makes one post of each, wherever processes end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await product.newUser();
      product.givePremium(product.user);
      const [me, drafts] = [product.as(), drafting(product)];
      const { id: draftId } = await drafts.saved({ content: 'one' });
      const posts = new Set<number>();
      const isThere = async () => posts.size > 0 || (await drafts.ids()).includes(draftId);
      const window = async (words: string) => {
        const answer = await me.schedule({ draftId, content: words });
        expect([201, 409, 500]).toContain(answer.status);
        const body = answer.body as Partial<PostView & DraftConflict>;
        const id = body.id ?? body.postId;
        if (id) posts.add(id);
      };
      const minutes = () =>
        product.booted.app
          .get(Pool)
          .query(`update scheduling.draft set claimed_at = claimed_at - interval '2 minutes' where id = $1`, [
            draftId,
          ]);
      for (const each of steps) {
        if (each.kind === 'schedule') {
          endAt(each.ends);
          await window(each.content);
          jest.restoreAllMocks();
        } else if (each.kind === 'two windows') await Promise.all(each.contents.map(window));
        else if (each.kind === 'save') {
          const shown = await drafts.show(draftId);
          const revision = shown.status === 200 ? (shown.body as { revision: number }).revision : 1;
          expect([200, 412]).toContain(
            (await drafts.save(draftId, { content: each.content }, revision)).status,
          );
        } else if (each.kind === 'a minute passes') await minutes();
        else await product.booted.app.get(SchedulingHousekeeping).sweep();
        const made = (await me.list()).map(({ id }) => id);
        expect(made.length).toBeLessThanOrEqual(1);
        if (made.length === 0) expect(await isThere()).toBe(true);
      }
      // The person comes back after a while, and schedules it.
      await minutes();
      await window('one');
      await product.booted.app.get(SchedulingHousekeeping).sweep();
      expect(await drafts.ids()).toEqual([]);
      const made = (await me.list()).map(({ id }) => id);
      expect(made).toHaveLength(1);
      expect([...posts]).toEqual(made);
    }),
    { numRuns: 40 },
  );
}, 120_000);
