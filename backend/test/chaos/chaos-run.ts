import { LONG_PLAN, SHORT_PLAN, type PagesPlan } from './plans/killed-pages.ts';
import { Planner, PLANNER } from './plans/planner.ts';
import { tallyPlans, type PlanTally } from './plans/plan-tally.ts';
import { tally, type Tally } from './tally.ts';
import type { ChaosSetup } from './chaos-setup.ts';
import type { KillPoints } from './kill-plan.ts';
import { underKills, type RunOptions, type RunReport } from './under-kills.ts';
import { Writer, CREATORS } from './writer.ts';

export type ChaosReport = Tally &
  RunReport &
  Readonly<{
    posts: number;
    /** Drafts that were not deleted when their posts were scheduled. */
    drafts: number;
    /**
     * The results of the planner. `refused`: moves that came too late. `pages`: kills of the process that serves its second window, of which `at` were at
     * each kill point.
     */
    planned: PlanTally & Readonly<{ refused: number; pages: number; at: Readonly<Record<string, number>> }>;
    /** Planned faults of the platforms, by kind. */
    faults: Readonly<Record<string, number>>;
    /** Requests with the response "please try again", which the run repeated. */
    refused: number;
  }>;

/** The kill points of publishing and of covers. */
export const PUBLISHING_POINTS: KillPoints = {
  atLog: ['publishing/intent', 'publishing/outcome', 'projection', 'cover/intent'],
  elsewhere: [
    'publishing/before-claim',
    'publishing/claim',
    'publishing/freeze',
    'publishing/prepare',
    'publishing/before-intent',
    'publishing/call',
    'publishing/answer',
    'publishing/acknowledgement',
    'cover/claim',
    'cover/call',
    'cover/answer',
  ],
  // cover-kills.e2e.spec.ts
  inOtherSpecs: ['cover/claim', 'cover/intent', 'cover/call', 'cover/answer'],
};

/** One creator publishes on all platforms, and another creator plans drafts and posts. */
class WriterAndPlanner {
  readonly writer: Writer;
  #planner: Planner | null = null;

  constructor(
    private readonly setup: ChaosSetup,
    private readonly random: () => number,
    private readonly pagesPlan: PagesPlan,
  ) {
    this.writer = new Writer(setup, random);
  }

  get planner(): Planner {
    if (!this.#planner) throw new Error('The planner has not begun');
    return this.#planner;
  }

  async begin(): Promise<void> {
    await this.writer.begin();
    this.#planner = await Planner.ready(this.setup, this.random, this.pagesPlan);
  }

  async write(isOver: () => boolean): Promise<void> {
    await Promise.all([this.writer.write(isOver), this.planner.write(isOver)]);
  }
}

/** Publishes and plans while workers are killed, and compares the product's reports with what the platforms received. */
export const runChaos = (o: RunOptions): Promise<ChaosReport> =>
  underKills(
    { ...o, points: PUBLISHING_POINTS, premium: [...CREATORS, PLANNER] },
    (setup, random) => new WriterAndPlanner(setup, random, o.kills === undefined ? SHORT_PLAN : LONG_PLAN),
    async ({ writer, planner }) => {
      await writer.scheduleOne('video');
      await Promise.all([writer.settle(), planner.settle()]);
      const [drafts, plannedDrafts] = await Promise.all([writer.drafts(), planner.drafts()]);
      const [posts, plannedPosts] = await Promise.all([writer.posts(), planner.posts()]);
      const received = await writer.sandbox.posts();
      const report = tally([...writer.written, ...planner.written], [...posts, ...plannedPosts], received);
      const plans = tallyPlans(planner.plans, { posts: plannedPosts, drafts: plannedDrafts, received });
      return {
        ...report,
        problems: [...report.problems, ...plans.problems],
        posts: writer.written.length,
        drafts,
        planned: { ...plans, refused: planner.refused, pages: planner.pages.count, at: planner.pages.named },
        faults: writer.faults,
        refused: writer.refused,
      };
    },
  );
