import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import type { ShownFigures } from '#infrastructure/http/pages/profile-figures.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import { FigureRows, type FigureRow } from './figure-rows.ts';
import { analyticsFigures } from './figures.projection.ts';
import { OverviewRows } from './overview-rows.ts';
import { sumsOf } from './sums.ts';

/** The borders of a single period that contains all times. */
const EVER = ['-infinity', 'infinity'] as const;

/** Figures of a user's posts for other users. A user whose plan has no figures shows none. */
@Injectable()
export class PublicFigures {
  constructor(
    private readonly rows: FigureRows,
    private readonly overview: OverviewRows,
    private readonly metrics: MetricsOfPosts,
    private readonly plans: PlanOf,
    private readonly gate: ReadGate,
  ) {}

  async totalsOf(userId: string): Promise<ShownFigures> {
    if (!(await this.#hasFigures(userId))) return shownFigures(() => null);
    await this.gate.waitFor([analyticsFigures.name]);
    const filter = { ownerId: userId, platform: null, accountId: null };
    const hidden = platforms.filter((platform) => !this.#isPublic(platform));
    const sums = sumsOf((await this.overview.sums(filter, EVER, null, hidden)).days);
    return shownFigures((figure) => sums[figure]?.sum ?? null);
  }

  async ofPosts(userId: string, postIds: readonly number[]): Promise<ReadonlyMap<number, ShownFigures>> {
    if (postIds.length === 0 || !(await this.#hasFigures(userId))) return new Map();
    const rows = (await this.rows.rowsOf(userId, postIds)).filter(({ platform }) => this.#isPublic(platform));
    return new Map(
      rows.map(({ postId }) => {
        const ofPost = rows.filter((row) => row.postId === postId);
        return [postId, shownFigures((figure) => sumOf(ofPost, (row) => row[figure]))];
      }),
    );
  }

  async #hasFigures(userId: string): Promise<boolean> {
    return (await this.plans.shown(userId)).analytics;
  }

  /** Only the owner sees the figures of a platform whose terms limit their storage or forbid mixing them. */
  #isPublic(platform: Platform): boolean {
    const terms = this.metrics.termsOf(platform);
    return terms !== null && !terms.apart && terms.keepDays === null;
  }
}

const shownFigures = (of: (figure: keyof ShownFigures) => number | null): ShownFigures => ({
  likes: of('likes'),
  comments: of('comments'),
  shares: of('shares'),
});

function sumOf(rows: readonly FigureRow[], figureOf: (row: FigureRow) => number | null): number | null {
  const known = rows.flatMap((row) => figureOf(row) ?? []);
  return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0);
}
