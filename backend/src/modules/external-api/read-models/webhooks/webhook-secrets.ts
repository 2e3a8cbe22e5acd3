import { randomBytes, randomUUID } from 'node:crypto';
import { WEBHOOK } from '@posthorn/contracts/external/webhooks.http';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { KeyRing, type EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';

/** The maximum number of secrets that sign at the same time. Each signature adds to the header that a receiver must check. */
const SIGNING_MAX = 5;

const contextOf = (endpointId: string, secretId: string): string => `webhook:${endpointId}:${secretId}`;

export const WEBHOOK_SECRETS: EncryptedTable = {
  name: 'external.webhook_secret',
  key: { column: 'secret_id', type: 'text' },
  columns: ['endpoint_id'],
  contextOf: ({ endpoint_id = '', secret_id = '' }) => contextOf(endpoint_id, secret_id),
};

/** Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The encrypted secrets that sign deliveries. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** Runs in the transaction that inserts the endpoint. */
  async add(tx: Pick<PoolClient, 'query'>, endpointId: string, secret: string): Promise<void> {
    const secretId = randomUUID();
    const { kid, wrapped, box } = this.ring.lock(secret, contextOf(endpointId, secretId));
    await tx.query(
      `insert into external.webhook_secret (secret_id, endpoint_id, kid, wrapped, box) values ($1, $2, $3, $4, $5)`,
      [secretId, endpointId, kid, wrapped, box],
    );
  }

  /** This secret signs from now on. The earlier secrets also sign until `oldUntil`. */
  async rotate(endpointId: string, secret: string, oldUntil: Date): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      // The lock serializes rotations. Without it, concurrent rotations would not see each other's secret, and both secrets would sign for ever.
      await tx.query('select from external.webhook where endpoint_id = $1 for update', [endpointId]);
      await tx.query(
        'update external.webhook_secret set valid_until = $2 where endpoint_id = $1 and valid_until is null',
        [endpointId, oldUntil],
      );
      await this.add(tx, endpointId, secret);
      await tx.query(
        `delete from external.webhook_secret where secret_id in
          (select secret_id from external.webhook_secret where endpoint_id = $1 order by made_at desc offset $2)`,
        [endpointId, SIGNING_MAX],
      );
    });
  }

  /** Returns the secrets that sign now, the newest first. */
  async secretsOf(endpointId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<EncryptedSecret & { secretId: string }>({
      name: 'external-webhook-secrets',
      text: `select secret_id as "secretId", kid, wrapped, box from external.webhook_secret
        where endpoint_id = $1 and (valid_until is null or valid_until > now()) order by made_at desc`,
      values: [endpointId],
    });
    return rows.map(({ secretId, ...encrypted }) =>
      this.ring.open(encrypted, contextOf(endpointId, secretId)),
    );
  }

  /** Deletes secrets that no longer sign. */
  async sweep(): Promise<void> {
    await this.pool.query('delete from external.webhook_secret where valid_until <= now()');
  }
}

/** The time until which a secret that is rotated now still signs. */
export const oldUntil = (now: Date): Date =>
  new Date(now.getTime() + WEBHOOK.bothSecretsHours * 60 * 60 * 1000);
