import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runsOf } from '#infrastructure/testing/property-runs.ts';
import { at, InboxBench, ownReply, remote } from '../../testing/inbox-bench.ts';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';

let inbox: InboxBench;
let run = 0;

beforeAll(async () => {
  inbox = await InboxBench.start();
}, 60_000);
afterAll(() => inbox.close());

const SOURCES = ['webhook', 'news', 'thread', 'one'] as const;
const versions = ['Nice!', 'Nicer!', 'Nicest!'] as const;

/** The result of one reading. It can arrive late, twice, or with a crash in between. */
const readingResult = fc.record({
  what: fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max: versions.length - 1 }).map((version) => ({ version })) },
    { weight: 2, arbitrary: fc.constant('own' as const) },
    { weight: 1, arbitrary: fc.constant('gone' as const) },
  ),
  source: fc.constantFrom(...SOURCES),
  copies: fc.integer({ min: 1, max: 3 }),
  /** The process crashes between the number of the comment and its first event. */
  crashes: fc.boolean(),
  /** The read models process the log before the reading. */
  catchesUp: fc.boolean(),
});
const world = fc.record({
  readingResults: fc.array(readingResult, { minLength: 1, maxLength: 8 }),
  /** Whether the platform reports the time of an edit. */
  reportsEdits: fc.boolean(),
  truth: fc.record({
    version: fc.nat({ max: versions.length - 1 }),
    isAnswered: fc.boolean(),
    isGone: fc.boolean(),
  }),
});

it('records one comment with one final state, in whatever order and however often readings find it', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ readingResults, reportsEdits, truth }) => {
      const name = (text: string) => `${String(++run)}-${text}`;
      const [key, remoteId, post, ownId] = ['k', 'r', 'p', 'o'].map(name);
      const shown = (version: number) =>
        remote({
          key: key ?? '',
          remoteId: remoteId ?? '',
          postRemoteId: post ?? '',
          text: versions[version] ?? '',
          editedAt: reportsEdits && version > 0 ? at(version) : null,
        });
      const own = ownReply({
        key: `${ownId ?? ''}-key`,
        remoteId: ownId ?? '',
        parentRemoteId: remoteId ?? '',
        postRemoteId: post ?? '',
      });
      const before = new Set(inbox.recorded());
      for (const [index, { what, source, copies, crashes, catchesUp }] of readingResults.entries()) {
        const isPossible = what === 'gone' ? truth.isGone : what !== 'own' || truth.isAnswered;
        // A reading can return an older version, but not a future version.
        if (!isPossible || (typeof what === 'object' && what.version > truth.version)) continue;
        if (catchesUp) await inbox.catchUp();
        const seen = what === 'gone' ? (key ?? '') : what === 'own' ? own : shown(what.version);
        if (crashes) inbox.store.seal();
        const reading = () => inbox.read([seen], 10 + index, { source });
        await Promise.allSettled(Array.from({ length: copies }, reading));
        inbox.store.unseal();
      }
      // At the end, a complete reading of all comments. With outdated read models, an earlier reading can ignore a text that was changed and restored.
      await inbox.catchUp();
      const last = [
        ...(truth.isGone ? [key ?? ''] : [shown(truth.version)]),
        ...(truth.isAnswered ? [own] : []),
      ];
      await inbox.read(last, 1_000);
      await inbox.catchUp();

      const recorded = inbox.recorded().filter((id) => !before.has(id));
      const { rows } = await inbox.pool.query<{ id: number; text: string; status: string }>(
        `select comment_id::float8 as id, text, status from ${COMMENTS_VIEW} where remote_key = $1`,
        [key],
      );
      if (recorded.length === 0) {
        // The comment was deleted before any reading found it.
        expect(truth.isGone).toBe(true);
        expect(rows).toEqual([]);
        return;
      }
      expect(recorded).toHaveLength(1);
      expect(rows).toHaveLength(1);
      const state = await inbox.comment(recorded[0] ?? 0);
      expect(state.gone).toBe(truth.isGone ? 'platform' : null);
      expect(rows[0]).toMatchObject({ id: recorded[0], text: truth.isGone ? '' : versions[truth.version] });
      if (!truth.isGone) expect(state.status).toBe(truth.isAnswered ? 'manual_reply' : 'new');
      const types = inbox.typesOf(recorded[0] ?? 0);
      for (const once of ['CommentReceived', 'CommentDeleted', 'OwnReplySeen'])
        expect(types.filter((type) => type === once).length).toBeLessThanOrEqual(1);
      const { rows: keys } = await inbox.pool.query<{ id: number }>(
        'select comment_id::float8 as id from inbox.comment_key where comment_id = any($1)',
        [recorded],
      );
      expect(keys.map(({ id }) => id)).toEqual(recorded);
    }),
    { numRuns: runsOf(60) },
  );
}, 120_000);
