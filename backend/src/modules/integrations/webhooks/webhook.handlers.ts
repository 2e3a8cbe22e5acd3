import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import type { Handshake, WebhookHint } from '../connectors/contract/webhook.ts';
import { AnswerHandshake, OpenDelivery, type AccountHint, type OpenedDelivery } from './public.ts';
import { WebhookDoors } from './webhook-doors.ts';

@QueryHandler(AnswerHandshake)
export class AnswerHandshakeHandler implements IQueryHandler<AnswerHandshake> {
  constructor(private readonly doors: WebhookDoors) {}

  execute({ door: name, query }: AnswerHandshake): Promise<Handshake | 'not-configured' | null> {
    const door = this.doors.open(name);
    return Promise.resolve(door?.handshake ? door.handshake(query) : 'not-configured');
  }
}

@QueryHandler(OpenDelivery)
export class OpenDeliveryHandler implements IQueryHandler<OpenDelivery> {
  constructor(
    private readonly doors: WebhookDoors,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async execute({ door: name, rawBody, headers }: OpenDelivery): Promise<OpenedDelivery> {
    const door = this.doors.open(name);
    if (!door) return { kind: 'not-configured' };
    if (!door.isSigned(rawBody, headers, this.clock.now())) return { kind: 'unsigned' };
    return { kind: 'signed', hints: await this.#ofAccounts(door.hints(rawBody)) };
  }

  /** One account of a platform may be connected by several people. */
  async #ofAccounts(told: readonly WebhookHint[]): Promise<readonly AccountHint[]> {
    const hints = told.filter(isStorable);
    if (hints.length === 0) return [];
    const { rows } = await this.pool.query<AccountHint>({
      name: 'webhook-accounts',
      text: `select distinct k.account_id::float8 as "accountId", hint.post as "postRemoteId"
        from unnest($1::text[], $2::text[], $3::text[]) as hint(platform, account, post)
        join integrations.account_key k
          on k.platform = hint.platform and (k.remote_id = hint.account or k.told_as = hint.account)
          and k.held_since is not null`,
      values: [
        hints.map(({ platform }) => platform),
        hints.map(({ accountRemoteId }) => accountRemoteId),
        hints.map(({ postRemoteId }) => postRemoteId),
      ],
    });
    return rows;
  }
}

/** PostgreSQL has no place for this character in a text, so nothing of ours is named so. */
const isStorable = ({ accountRemoteId, postRemoteId }: WebhookHint): boolean =>
  !accountRemoteId.includes('\0') && postRemoteId?.includes('\0') !== true;
