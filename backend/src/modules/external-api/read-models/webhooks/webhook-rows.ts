import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { WEBHOOK, type SuspensionReason, type WebhookView } from '@posthorn/contracts/external/webhooks.http';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { isFree } from '#infrastructure/effects/claim-sql.ts';
import type { Loaded } from '#infrastructure/event-log/event-reader.ts';
import type { EndpointAdded, Maker, Webhook } from '../../domain/webhook/webhook.ts';
import { WebhookSecrets } from './webhook-secrets.ts';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u;

export type WebhookRow = Readonly<{
  id: string;
  ownerId: string;
  url: string;
  types: readonly string[];
  suspendedBecause: SuspensionReason | null;
  pausedUntil: Date | null;
  lastSuccessAt: Date | null;
  failingSince: Date | null;
  isSlow: boolean;
  addedAt: Date;
  /** The endpoint ends with this token, and gets what `scopes` allow. Both null: it belongs to its owner, and gets all events. */
  tokenId: string | null;
  scopes: readonly ApiScope[] | null;
  /** The token that created the endpoint before the log recorded this; null: there is no open question to its owner. */
  askedAbout: string | null;
}>;

const ROW = `endpoint_id as id, owner_id as "ownerId", url, types, suspended_because as "suspendedBecause",
  case when paused_until > now() then paused_until end as "pausedUntil", last_success_at as "lastSuccessAt",
  failing_since as "failingSince", is_slow as "isSlow", added_at as "addedAt", token_id as "tokenId", scopes, asked_about as "askedAbout"`;

/**
 * The current endpoints. Their table is not a read model, because no event may be sent after the response to a removal. Each change is first
 * appended as an event to the endpoint's stream, except the outcomes of deliveries.
 */
@Injectable()
export class WebhookRows {
  constructor(
    private readonly pool: Pool,
    private readonly secrets: WebhookSecrets,
  ) {}

  /**
   * Inserts an endpoint. Returns false when the owner has reached the limit. A lock makes this correct for concurrent requests.
   * @param added the stream after the event that added the endpoint
   */
  async open(
    data: EndpointAdded['data'],
    secret: string,
    added: Pick<Loaded<Webhook>, 'last'>,
  ): Promise<boolean> {
    const { endpointId, ownerId, url, types, addedAt, maker } = data;
    const [tokenId, scopes] = boundsOf(maker);
    return inTransaction(this.pool, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('external.webhook ' || $1, 0))`, [
        ownerId,
      ]);
      const { rowCount } = await tx.query(
        `insert into external.webhook (endpoint_id, owner_id, url, host, types, added_at, token_id, scopes, revision)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9
         where (select count(*) from external.webhook where owner_id = $2) < $10`,
        [
          ...[endpointId, ownerId, url, hostOf(url), types, addedAt, tokenId, scopes],
          ...[revisionOf(added), WEBHOOK.perUser],
        ],
      );
      if (rowCount !== 1) return false;
      await this.secrets.add(tx, endpointId, secret);
      return true;
    });
  }

  /** Whether the owner has reached the limit. This is checked before the event is appended; `open` makes the final decision. */
  async isFullFor(ownerId: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ count: number }>(
      'select count(*)::int as count from external.webhook where owner_id = $1',
      [ownerId],
    );
    return (rows[0]?.count ?? 0) >= WEBHOOK.perUser;
  }

  /** Returns the endpoints of an owner, the newest first. */
  async listOf(ownerId: string): Promise<readonly WebhookRow[]> {
    const { rows } = await this.pool.query<WebhookRow>(
      `select ${ROW} from external.webhook where owner_id = $1 order by added_at desc, endpoint_id`,
      [ownerId],
    );
    return rows;
  }

  /** Null: there is none, or it belongs to another user. */
  async find(ownerId: string, endpointId: string): Promise<WebhookRow | null> {
    const row = await this.read(endpointId);
    return row?.ownerId === ownerId ? row : null;
  }

  /** Returns the endpoint of any owner. */
  async read(endpointId: string): Promise<WebhookRow | null> {
    // The id is checked first, because it can contain bytes that Postgres refuses in any text.
    if (!ID.test(endpointId)) return null;
    const { rows } = await this.pool.query<WebhookRow>({
      name: 'external-webhook',
      text: `select ${ROW} from external.webhook where endpoint_id = $1`,
      values: [endpointId],
    });
    return rows[0] ?? null;
  }

  /** Endpoints that end with this token and are not suspended. */
  async openOf(tokenId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select endpoint_id as id from external.webhook where token_id = $1 and suspended_because is null`,
      [tokenId],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes the endpoint with its deliveries and secrets. */
  async close(endpointId: string): Promise<void> {
    await this.pool.query('delete from external.webhook where endpoint_id = $1', [endpointId]);
  }

  /**
   * Makes the row match its stream. A newer state that another call has written stays. A missing row stays missing, because its secret is
   * unknown. The row of a removed endpoint is deleted.
   */
  async settle(endpointId: string, loaded: Loaded<Webhook>): Promise<void> {
    const { endpoint } = loaded.state;
    if (!endpoint) return this.close(endpointId);
    const { url, types, suspendedBecause, maker, askedAbout } = endpoint;
    const revision = revisionOf(loaded);
    await inTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<{ wasSuspended: boolean }>(
        `select suspended_because is not null as "wasSuspended" from external.webhook
         where endpoint_id = $1 and revision <= $2 for update`,
        [endpointId, revision],
      );
      if (!rows[0]) return;
      await tx.query(
        `update external.webhook set url = $2, host = $3, types = $4, token_id = $5, scopes = $6, asked_about = $7,
           suspended_because = $8, paused_until = case when $8::text is null then paused_until end, revision = $9
         where endpoint_id = $1`,
        [endpointId, url, hostOf(url), types, ...boundsOf(maker), askedAbout, suspendedBecause, revision],
      );
      if (rows[0].wasSuspended && suspendedBecause === null)
        await sendAgain(tx, endpointId, { leased: true });
    });
  }

  /** Ends a pause, and makes the waiting deliveries of an endpoint due. Does nothing for a suspended endpoint. */
  async retryNow(endpointId: string): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      const { rowCount } = await tx.query(
        'select from external.webhook where endpoint_id = $1 and suspended_because is null for update',
        [endpointId],
      );
      if (rowCount === 1) await sendAgain(tx, endpointId, { leased: false });
    });
  }

  /** After a restore of an older log, its new events have revisions that the rows have already had. */
  async forgetRevisions(): Promise<void> {
    await this.pool.query('update external.webhook set revision = -1');
  }

  /** Writes only when the endpoint has become slow, or is no longer slow. */
  async noteSpeed({ id, isSlow: wasSlow }: WebhookRow, isSlow: boolean): Promise<void> {
    if (isSlow === wasSlow) return;
    await this.pool.query('update external.webhook set is_slow = $2 where endpoint_id = $1', [id, isSlow]);
  }

  /** Records a successful delivery. A pause stays: nothing is sent during a pause, so this delivery began before the receiver requested the pause. */
  async succeeded(endpointId: string): Promise<void> {
    await this.pool.query({
      name: 'external-webhook-succeeded',
      text: `update external.webhook set last_success_at = now(), failing_since = null where endpoint_id = $1`,
      values: [endpointId],
    });
  }

  /**
   * Records a failed delivery. Returns the start of the current series of failures.
   * @param pause milliseconds for which nothing more is sent; null: the receiver requested no pause
   */
  async failed(endpointId: string, pause: number | null): Promise<Date | null> {
    const { rows } = await this.pool.query<{ failingSince: Date }>({
      name: 'external-webhook-failed',
      text: `update external.webhook set failing_since = coalesce(failing_since, now()),
          paused_until = case when $2::float8 is null then paused_until
            else greatest(paused_until, now() + make_interval(secs => $2 / 1000.0)) end
        where endpoint_id = $1 returning failing_since as "failingSince"`,
      values: [endpointId, pause],
    });
    return rows[0]?.failingSince ?? null;
  }
}

/**
 * Makes all waiting deliveries due, and keeps them as long as new ones.
 * @param o.leased also those that workers have leased. Only the first call after a suspension may do this. A worker that found the endpoint
 * suspended releases its delivery without a due time, unless the due time has changed in the meantime. A later call would change deliveries
 * that workers are sending since the first one, and these would be sent twice.
 */
async function sendAgain(tx: PoolClient, endpointId: string, { leased }: { leased: boolean }): Promise<void> {
  await tx.query(
    'update external.webhook set paused_until = null, failing_since = null where endpoint_id = $1',
    [endpointId],
  );
  await tx.query(
    `update external.delivery due set due_at = clock_timestamp(), attempts = 0, made_at = now()
     where endpoint_id = $1 and state = 'waiting' and ($2 or ${isFree('due')})`,
    [endpointId, leased],
  );
}

/** The revision of the last event, as PostgreSQL reads it; -1 for a stream without events. */
const revisionOf = ({ last }: Pick<Loaded<Webhook>, 'last'>): string => String(last?.revision ?? -1);

/** The token that an endpoint ends with, and the scopes that limit its events. */
const boundsOf = (maker: Maker): readonly [string | null, readonly ApiScope[] | null] =>
  maker.kind === 'token' ? [maker.tokenId, maker.scopes] : [null, null];

/** Earlier versions of the product, which may run at the same time, count deliveries by host. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** The endpoint as its owner sees it. */
export const viewOf = ({
  id,
  url,
  types,
  suspendedBecause,
  pausedUntil,
  lastSuccessAt,
  failingSince,
  addedAt,
  tokenId,
  scopes,
  askedAbout,
}: WebhookRow): WebhookView => ({
  id,
  url,
  types,
  suspendedBecause,
  state: suspendedBecause !== null ? 'suspended' : pausedUntil !== null ? 'paused' : 'active',
  pausedUntil: pausedUntil?.toISOString() ?? null,
  lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
  failingSince: failingSince?.toISOString() ?? null,
  addedAt: addedAt.toISOString(),
  tokenId,
  scopes,
  asksOwner: askedAbout !== null,
});
