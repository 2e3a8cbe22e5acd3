import { optionProblems } from '@posthorn/contracts/integrations/option-values';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import { problemSaid, type Problem } from '@posthorn/contracts/integrations/precheck-problem';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { hasErased } from '#infrastructure/event-log/personal-field.ts';
import { Connectors } from '#connectors/connectors.ts';
import { accountStream } from '../../../domain/account/account.ts';
import { PublishRules, type Budget, type Repetition } from '../../../ports/publish-rules.ts';
import type { PostAction } from '../../../ports/remote-posts.ts';
import type { OutgoingPublication } from '../../../ports/publishing.ts';
import { limitsFrom } from '../../../read-models/accounts/account-view.ts';
import { withApplicableOptions } from './applicable-options.ts';
import { AccountSession, ERASED_REASON } from './account-session.ts';

const NO_CONNECTOR: Repetition = {
  rule: 'never',
  callBytes: 0,
  visibleAfterMs: 60_000,
  isLateCallHarmless: false,
  listsPosts: false,
  actions: [],
};

@Injectable()
export class ConnectorPublishRules extends PublishRules {
  constructor(
    private readonly accounts: AccountSession,
    private readonly connectors: Connectors,
    private readonly reader: EventReader,
  ) {
    super();
  }

  async precheck(
    publication: Omit<OutgoingPublication, 'contentHash'>,
    known?: PlatformLimits,
  ): Promise<readonly Problem[]> {
    const limits = known ?? (await this.#recentLimitsOf(publication));
    if (!limits) return [];
    const { descriptor, precheck } = this.connectors.connectorOf(publication.platform);
    if (hasErased(publication)) return [problemSaid(ERASED_REASON, { platform: descriptor.name })];
    const checked = withApplicableOptions(publication, descriptor);
    return [
      ...problemsOf(checked, limits, descriptor.name),
      ...optionProblems(checked, descriptor.options, descriptor.name),
      ...(precheck?.(checked, limits) ?? []),
    ];
  }

  async limitsOf(accountId: number): Promise<PlatformLimits | null> {
    const { state } = await this.reader.load(accountStream, accountId);
    return state.status === 'new' ? null : limitsFrom(state.connection.limits);
  }

  budgetsOf(platform: Platform): Promise<readonly Budget[]> {
    return Promise.resolve(this.connectors.find(platform)?.budgets ?? []);
  }

  repetitionOf(platform: Platform): Promise<Repetition> {
    const connector = this.connectors.find(platform);
    if (!connector) return Promise.resolve(NO_CONNECTOR);
    const { lookUp, callBytes = 0 } = connector.descriptor;
    const { visibilitySeconds, isLateCallHarmless, listsPosts } = lookUp;
    const visibleAfterMs = visibilitySeconds * 1000;
    const { repeatRule: rule } = connector;
    const actions = Object.keys(connector.actions ?? {}) as PostAction[];
    return Promise.resolve({ rule, callBytes, visibleAfterMs, isLateCallHarmless, listsPosts, actions });
  }

  async #recentLimitsOf(
    publication: Pick<OutgoingPublication, 'accountId' | 'ownerId'>,
  ): Promise<PlatformLimits | null> {
    const state = await this.accounts.recentStateOf(publication);
    return !state || state.status === 'new' ? null : limitsFrom(state.connection.limits);
  }
}
