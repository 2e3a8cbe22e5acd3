import type {
  ScheduleWarning,
  ScheduleWarningsRequest,
} from '@posthorn/contracts/scheduling/schedule-warnings.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { HeavyReads } from '#infrastructure/http/edge/heavy-reads.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { mentionOfStranger } from '../../domain/warnings/mentioned-strangers.ts';
import { scheduleWarningsOf } from '../../domain/warnings/schedule-warnings.ts';
import { NeighbourRows } from '../../read-models/posts/neighbour-rows.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import { DraftRows } from '../../stores/drafts/draft-rows.ts';

const SECONDS_A_DAY = 86_400;

/** The warnings for a post that a user is about to schedule. */
export class WarnBeforeScheduling extends Query<readonly ScheduleWarning[]> {
  constructor(
    readonly userId: string,
    readonly request: ScheduleWarningsRequest,
  ) {
    super();
  }
}

@QueryHandler(WarnBeforeScheduling)
export class WarnBeforeSchedulingHandler implements IQueryHandler<WarnBeforeScheduling> {
  constructor(
    private readonly gate: ReadGate,
    private readonly reads: HeavyReads,
    private readonly rows: NeighbourRows,
    private readonly drafts: DraftRows,
    private readonly accounts: ConnectedAccounts,
    private readonly rules: PublishRules,
  ) {}

  /** Ignores accounts that the user does not have. */
  async execute({ userId, request }: WarnBeforeScheduling): Promise<readonly ScheduleWarning[]> {
    const { content, targets, postId = null, draftId } = request;
    const at = new Date(request.scheduledFor).toISOString();
    const texts = new Map(targets.map((target) => [target.accountId, target.content ?? '']));
    const own = (await this.accounts.accountsOf(userId)).filter(({ id }) => texts.has(id));
    await this.gate.waitFor([postList.name]);
    const postOfDraft = draftId === undefined ? null : await this.drafts.postOf(userId, draftId);
    const except = [postId, postOfDraft].filter((id) => id !== null);
    const textsOfAccounts = own.map(({ id: accountId, platform }) => ({
      accountId,
      platform,
      content: (texts.get(accountId) ?? '') || content,
    }));
    const neighbours = await this.reads.oneAtATime(userId, () =>
      this.rows.neighboursOf(userId, at, textsOfAccounts, except),
    );
    const accounts = await Promise.all(
      textsOfAccounts.map(async ({ accountId: id, platform, content: text }) => ({
        id,
        perDay: await this.#perDay(platform),
        stranger: mentionOfStranger(text, platform),
      })),
    );
    return scheduleWarningsOf({ at, accounts }, neighbours);
  }

  /**
   * How many posts of one account the platform accepts in 24 hours; null: its connector declares no limit.
   */
  async #perDay(platform: Platform): Promise<number | null> {
    const budgets = await this.rules.budgetsOf(platform);
    const ofAccount = budgets.filter(({ scope }) => scope === 'account');
    const limits = ofAccount.map(({ capacity, perSeconds }) =>
      Math.floor((capacity * SECONDS_A_DAY) / perSeconds),
    );
    return limits.length === 0 ? null : Math.min(...limits);
  }
}
