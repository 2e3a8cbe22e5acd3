import type { InboxSettings } from '@posthorn/contracts/inbox/settings.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { inboxSettingsStream, type InboxSettingsState } from '../../domain/settings/inbox-settings.ts';
import { SETTINGS_VIEW, settingsList } from '../../read-models/settings/settings.projection.ts';

export class ShowInboxSettings extends Query<InboxSettings> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ShowInboxSettings)
export class ShowInboxSettingsHandler implements IQueryHandler<ShowInboxSettings> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly configuration: Configuration,
  ) {}

  async execute({ userId }: ShowInboxSettings): Promise<InboxSettings> {
    await this.gate.waitFor([settingsList.name]);
    const { rows } = await this.pool.query<{ state: InboxSettingsState }>(
      `select state from ${SETTINGS_VIEW} where user_id = $1`,
      [userId],
    );
    const state = rows[0]?.state ?? inboxSettingsStream.initial;
    const { blocked, autoReply, autoHideSpam, requireApproval, filterProfanity } = state;
    return {
      autoReply,
      autoHideSpam,
      requireApproval,
      filterProfanity,
      blocked: blocked.map(({ authorMac: key, platform, name, at: blockedAt }) => ({
        key,
        platform,
        name,
        blockedAt,
      })),
      aiConfigured: this.configuration.model !== null,
    };
  }
}
