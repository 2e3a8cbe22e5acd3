import { Migration } from '@mikro-orm/migrations';

/** Who may come in: addresses, names and handles that are taken, open links, signed-in browsers. Digests, no secrets. */
export class IdentitySignIn extends Migration {
  override up(): void {
    this.addSql(`create schema identity`);
    this.addSql(`create table identity.secret (
      name text primary key,
      kid text not null,
      wrapped bytea not null,
      box bytea not null)`);
    this.addSql(`create table identity.email (digest bytea primary key, user_id uuid not null)`);
    this.addSql(`create index email_user on identity.email (user_id)`);
    this.addSql(`create table identity.username (username text primary key, user_id uuid not null unique)`);
    this.addSql(`create table identity.handle (
      handle text primary key check (handle = lower(handle)),
      user_id uuid not null,
      released_at timestamptz)`);
    this.addSql(`create index handle_user on identity.handle (user_id)`);
    this.addSql(`create table identity.sign_in_link (
      token_hash bytea primary key,
      flow_hash bytea not null,
      email text not null,
      expires_at timestamptz not null)`);
    this.addSql(`create index sign_in_link_expires on identity.sign_in_link (expires_at)`);
    this.addSql(`create table identity.session (
      id uuid primary key default gen_random_uuid(),
      token_hash bytea not null unique,
      user_id uuid not null,
      browser text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null)`);
    this.addSql(`create index session_user_seen on identity.session (user_id, last_seen_at)`);
    this.addSql(`create index session_seen on identity.session (last_seen_at)`);
    this.addSql(`create index session_created on identity.session (created_at)`);
  }
}
