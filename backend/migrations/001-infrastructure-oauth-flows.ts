import { Migration } from '@mikro-orm/migrations';

/** Sign-ins and connections that a browser has begun at a provider. Digests and sealed values, no secrets. */
export class InfrastructureOAuthFlows extends Migration {
  override up(): void {
    this.addSql(`create table edge.oauth_flow (
      state_hash bytea primary key,
      browser_hash bytea not null,
      provider text not null,
      session_id text,
      return_to text,
      kid text not null,
      wrapped bytea not null,
      box bytea not null,
      expires_at timestamptz not null)`);
    this.addSql(`create index oauth_flow_expires on edge.oauth_flow (expires_at)`);
  }
}
