import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import {
  webhookNames,
  type WebhookName,
  type HandshakeQuery,
  type WebhookHint,
} from '#connectors/contract/webhook.ts';
import { PlatformWebhooks, type AccountHint, type OpenedDelivery } from '../../../ports/platform-webhooks.ts';
import { WebhookVerifiers } from './webhook-verifiers.ts';

/** Verifies webhooks by the platforms' signatures and matches them with connected accounts. */
@Injectable()
export class SignedDeliveries extends PlatformWebhooks {
  constructor(
    private readonly verifiers: WebhookVerifiers,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {
    super();
  }

  override verifierNameOf(name: string): WebhookName | null {
    return webhookNames.find((known) => known === name) ?? null;
  }

  override handshake(name: WebhookName, query: HandshakeQuery) {
    const verifier = this.verifiers.configured(name);
    return verifier?.handshake ? verifier.handshake(query) : 'not-configured';
  }

  override async open(
    name: WebhookName,
    rawBody: Buffer,
    headers: IncomingHttpHeaders,
  ): Promise<OpenedDelivery> {
    const verifier = this.verifiers.configured(name);
    if (!verifier) return { kind: 'not-configured' };
    if (!verifier.isSigned(rawBody, headers, this.clock.now())) return { kind: 'unsigned' };
    return { kind: 'signed', hints: await this.#hintsForAccounts(verifier.hints(rawBody)) };
  }

  /**
   * The hints for connected accounts. One platform account may belong to several users here, so a hint may
   * appear more than once.
   */
  async #hintsForAccounts(received: readonly WebhookHint[]): Promise<readonly AccountHint[]> {
    const hints = received.filter(isStorable);
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

/** PostgreSQL cannot store this character in a text, so no stored id contains it. */
const isStorable = ({ accountRemoteId, postRemoteId }: WebhookHint): boolean =>
  !accountRemoteId.includes('\0') && postRemoteId?.includes('\0') !== true;
