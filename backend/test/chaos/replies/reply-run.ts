import type { KillPoints } from '../kill-plan.ts';
import { underKills, type RunOptions, type RunReport } from '../under-kills.ts';
import type { ReplyTally } from './reply-tally.ts';
import type { AutoTally } from './auto-tally.ts';
import { AUTO_ANSWERERS } from './auto-writer.ts';
import type { ModerationTally } from './moderation-tally.ts';
import { REPLIER, ReplyWriter } from './reply-writer.ts';

export type ReplyChaosReport = ReplyTally &
  RunReport &
  Readonly<{
    /** Planned faults of the platforms, by kind. */
    faults: Readonly<Record<string, number>>;
    /** Replies that the product refused with "please try again". The run requested them again. */
    refused: number;
    /** The longest delay of a call in milliseconds. */
    heldUpFor: number;
    /** How long workers waited for late calls at the end, in milliseconds. */
    waitedFor: number;
    /** Calls that were delayed for longer than workers waited. */
    overdue: number;
    moderation: ModerationTally;
    automatic: AutoTally;
  }>;

/** The kill points of sending replies, of hiding, showing and removing comments, and of automatic replies. */
export const REPLY_POINTS: KillPoints = {
  atLog: [
    'reply/intent',
    'reply/outcome',
    'moderation/intent',
    'moderation/outcome',
    'auto-reply/intent',
    'auto-reply/outcome',
  ],
  elsewhere: [
    'reply/before-claim',
    'reply/claim',
    'reply/freeze',
    'reply/prepare',
    'reply/before-intent',
    'moderation/claim',
    'moderation/before-intent',
    'reply/call',
    'reply/answer',
    'reply/acknowledgement',
    'moderation/call',
    'moderation/answer',
    'auto-reply/claim',
    'auto-reply/answer',
  ],
  // auto-reply.e2e.spec.ts
  inOtherSpecs: ['auto-reply/claim', 'auto-reply/intent', 'auto-reply/answer', 'auto-reply/outcome'],
};

/** Writes comments and replies while it kills workers. Then compares the inbox with the platforms. */
export const runReplyChaos = (o: RunOptions): Promise<ReplyChaosReport> =>
  underKills(
    { ...o, points: REPLY_POINTS, premium: [REPLIER, ...AUTO_ANSWERERS] },
    (setup, random) => new ReplyWriter(setup, random),
    async (writer, { late }) => {
      const tally = await writer.settled();
      const doubt =
        tally.duplicates + tally.unrecorded + tally.automatic.duplicates > 0 && late.overdue > 0
          ? [NOT_JUDGED]
          : [];
      return {
        ...tally,
        problems: [...doubt, ...tally.problems],
        faults: writer.faults,
        refused: writer.refused,
        heldUpFor: late.longest,
        waitedFor: late.waits,
        overdue: late.overdue,
      };
    },
  );

const NOT_JUDGED =
  'Calls were held up for longer than the workers waited for them, so what is doubled may be the doing of this run: it is not judged.';
