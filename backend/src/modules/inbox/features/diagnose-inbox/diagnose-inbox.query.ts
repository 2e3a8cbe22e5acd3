import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import type { Finding } from '#infrastructure/operations/finding.ts';
import { WebhookSubscriptions } from '#modules/integrations/ports/webhook-subscriptions.ts';
import { ReplyModel } from '../../gateways/language-model/reply-model.ts';
import { ReadingBudget } from '../../stores/reading/reading-budget.ts';
import { Sources } from '../../stores/reading/sources.ts';
import { budgetFinding, modelFinding, subscriptionFindings } from './findings.ts';

/** Findings about the inbox for an operator: the budget for reading, the webhooks, and the model. Sends a request to the model's server. */
export class DiagnoseInbox extends Query<readonly Finding[]> {}

@QueryHandler(DiagnoseInbox)
export class DiagnoseInboxHandler implements IQueryHandler<DiagnoseInbox> {
  constructor(
    private readonly configuration: Configuration,
    private readonly budget: ReadingBudget,
    private readonly model: ReplyModel,
    private readonly subscriptions: WebhookSubscriptions,
    private readonly sources: Sources,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(): Promise<readonly Finding[]> {
    const { model, platformApps, xDailyBudgetUsd } = this.configuration;
    const isCharged = !isSandboxHost(new URL(platformApps.twitter.apiUrl).hostname);
    const [spent] = isCharged ? await this.budget.spentToday() : [];
    return [
      ...(spent ? [budgetFinding(xDailyBudgetUsd, spent.value)] : []),
      ...(await this.#webhooks()),
      modelFinding(model, await this.model.listed()),
    ];
  }

  async #webhooks(): Promise<readonly Finding[]> {
    const subscribed = await this.subscriptions.all();
    const proofs = await this.sources.proofs();
    return subscriptionFindings(subscribed, proofs, (await this.clock.now()).getTime());
  }
}
