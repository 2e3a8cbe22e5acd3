import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';

/** 160 bits; the whole link then fits a line of mail, so that no client breaks it. */
const LINK_BYTES = 20;

/** What a browser shows to sign in: the token of the mail and the cookie it got when it asked. */
export type LinkProof = Readonly<{ token: string; flow: string }>;

/** Open sign-in links: one use, fifteen minutes, one browser. Only digests of their secrets are stored. */
@Injectable()
export class SignInLinks {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Answers the token that goes into the mail. */
  async add(email: string, flow: string): Promise<string> {
    const token = newSecret(LINK_BYTES);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SIGN_IN.linkMinutes * 60_000);
    await this.pool.query('delete from identity.sign_in_link where expires_at <= $1', [now]);
    await this.pool.query(
      `insert into identity.sign_in_link (token_hash, flow_hash, email, expires_at) values ($1, $2, $3, $4)`,
      [digestOf(token), digestOf(flow), email, expiresAt],
    );
    return token;
  }

  async drop(token: string): Promise<void> {
    await this.pool.query('delete from identity.sign_in_link where token_hash = $1', [digestOf(token)]);
  }

  async forgetAll(): Promise<void> {
    await this.pool.query('delete from identity.sign_in_link');
  }

  /**
   * The address that the link was asked for, as it was written, without using the link up; null when it opens nothing for
   * this browser.
   */
  async addressFor({ token, flow }: LinkProof): Promise<string | null> {
    const { rows } = await this.pool.query<{ email: string }>(
      'select email from identity.sign_in_link where token_hash = $1 and flow_hash = $2 and expires_at > $3',
      [digestOf(token), digestOf(flow), this.clock.now()],
    );
    return rows[0]?.email ?? null;
  }

  /** True for the one caller that uses the link up. Another browser does not spoil it. */
  async take({ token, flow }: LinkProof): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'delete from identity.sign_in_link where token_hash = $1 and flow_hash = $2 and expires_at > $3',
      [digestOf(token), digestOf(flow), this.clock.now()],
    );
    return rowCount === 1;
  }
}
