import { tally, type Tally } from './tally.ts';
import { underKills, type RunOptions, type RunReport } from './under-kills.ts';
import { Writer, CREATORS } from './writer.ts';

export type ChaosReport = Tally &
  RunReport &
  Readonly<{
    posts: number;
    /** Drafts that did not go when their posts were scheduled. */
    drafts: number;
    /** Planned faults of the platforms, by kind. */
    faults: Readonly<Record<string, number>>;
    /** Requests that were answered "please try again", and were repeated. */
    refused: number;
  }>;

/** The kill points of publishing and of covers. */
const POINTS = [
  'publishing/before-claim',
  'publishing/claim',
  'publishing/freeze',
  'publishing/prepare',
  'publishing/before-intent',
  'publishing/intent',
  'publishing/call',
  'publishing/answer',
  'publishing/outcome',
  'projection',
  'publishing/acknowledgement',
  'cover/claim',
  'cover/intent',
  'cover/call',
  'cover/answer',
];

/** Publishes while workers are killed, and compares the product's reports with what the platforms received. */
export const runChaos = (o: RunOptions): Promise<ChaosReport> =>
  underKills(
    { ...o, points: POINTS, premium: CREATORS },
    (setup, random) => new Writer(setup, random),
    async (writer) => {
      await writer.one('film');
      const posts = await writer.settled();
      const drafts = await writer.drafts();
      const report = tally(writer.written, posts, await writer.sandbox.posts());
      return {
        ...report,
        posts: writer.written.length,
        drafts,
        faults: writer.faults,
        refused: writer.refused,
      };
    },
  );
