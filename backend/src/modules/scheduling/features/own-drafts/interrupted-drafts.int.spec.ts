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

/** At which step the process is killed while it schedules a draft. */
const KILL_POINTS = ['never', 'before the post', 'after the post', 'before the draft is gone'] as const;
/** One step in the random history of a draft. */
type Step =
  | Readonly<{ kind: 'schedule'; content: string; killPoint: (typeof KILL_POINTS)[number] }>
  | Readonly<{ kind: 'two windows'; contents: readonly [string, string] }>
  | Readonly<{ kind: 'save'; content: string }>
  | Readonly<{ kind: 'two minutes pass' | 'housekeeping' }>;
const content = fc.constantFrom('one', 'two', 'three');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('schedule' as const), content, killPoint: fc.constantFrom(...KILL_POINTS) }),
  fc.record({ kind: fc.constant('two windows' as const), contents: fc.tuple(content, content) }),
  fc.record({ kind: fc.constant('save' as const), content }),
  fc.record({ kind: fc.constantFrom('two minutes pass' as const, 'housekeeping' as const) }),
);

const KILLED = new Error('The process was killed.');
function killAt(killPoint: (typeof KILL_POINTS)[number]): void {
  const { app } = product.booted;
  if (killPoint === 'before the post')
    jest.spyOn(app.get(KeepMedia), 'keepFor').mockRejectedValueOnce(KILLED);
  if (killPoint === 'before the draft is gone')
    jest.spyOn(app.get(Drafts), 'end').mockRejectedValueOnce(KILLED);
  if (killPoint !== 'after the post') return;
  const writer = app.get(StreamWriter);
  const decide = writer.decide.bind(writer) as (...args: readonly unknown[]) => Promise<unknown>;
  jest.spyOn(writer, 'decide').mockImplementation((async (...args: readonly unknown[]) => {
    const decided = (await decide(...args)) as Readonly<{ logged: readonly unknown[] }>;
    if (args[0] === postStream && decided.logged.length > 0) throw KILLED;
    return decided;
  }) as never);
}

it('does not lose a draft, and schedules it at most once, at whatever step processes are killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 6 }), async (steps) => {
      await product.newUser();
      product.givePremium(product.user);
      const [me, drafts] = [product.as(), drafting(product)];
      const { id: draftId } = await drafts.saved({ content: 'one' });
      const posts = new Set<number>();
      const postOrDraftExists = async () => posts.size > 0 || (await drafts.ids()).includes(draftId);
      const scheduleInWindow = async (words: string) => {
        const answer = await me.schedule({ draftId, content: words });
        expect([201, 409, 500]).toContain(answer.status);
        const body = answer.body as Partial<PostView & DraftConflict>;
        const id = body.id ?? body.postId;
        if (id) posts.add(id);
      };
      const passTwoMinutes = () =>
        product.booted.app
          .get(Pool)
          .query(`update scheduling.draft set claimed_at = claimed_at - interval '2 minutes' where id = $1`, [
            draftId,
          ]);
      for (const step of steps) {
        if (step.kind === 'schedule') {
          killAt(step.killPoint);
          await scheduleInWindow(step.content);
          jest.restoreAllMocks();
        } else if (step.kind === 'two windows') await Promise.all(step.contents.map(scheduleInWindow));
        else if (step.kind === 'save') {
          const shown = await drafts.show(draftId);
          const revision = shown.status === 200 ? (shown.body as { revision: number }).revision : 1;
          expect([200, 412]).toContain(
            (await drafts.save(draftId, { content: step.content }, revision)).status,
          );
        } else if (step.kind === 'two minutes pass') await passTwoMinutes();
        else await product.booted.app.get(SchedulingHousekeeping).sweep();
        const made = (await me.list()).map(({ id }) => id);
        expect(made.length).toBeLessThanOrEqual(1);
        if (made.length === 0) expect(await postOrDraftExists()).toBe(true);
      }
      // Finally the user comes back after a while, and schedules the draft.
      await passTwoMinutes();
      await scheduleInWindow('one');
      await product.booted.app.get(SchedulingHousekeeping).sweep();
      expect(await drafts.ids()).toEqual([]);
      const made = (await me.list()).map(({ id }) => id);
      expect(made).toHaveLength(1);
      expect([...posts]).toEqual(made);
    }),
    { numRuns: 40 },
  );
}, 120_000);
