import { Migration } from '@mikro-orm/migrations';

/** Checkpoints of the readers, keys of the people in the log, limits shared by all processes. */
export class InfrastructureGround extends Migration {
  override up(): void {
    this.addSql(`create schema read`);
    this.addSql(`create schema runner`);
    this.addSql(`create table runner.checkpoint (
      name text not null,
      version int not null,
      build int not null default 0,
      position text collate "C",
      active boolean not null,
      state text not null default 'new',
      updated_at timestamptz not null default now(),
      primary key (name, version, build))`);
    this.addSql(`create unique index checkpoint_one_active on runner.checkpoint (name) where active`);
    this.addSql(
      `create table runner.log_identity (log_id text not null, noted_at timestamptz not null default now())`,
    );
    this.addSql(`create unique index log_identity_is_one_row on runner.log_identity ((true))`);
    this.addSql(`create schema vault`);
    this.addSql(`create table vault.subject_key (
      subject text primary key,
      kid text not null,
      wrapped bytea,
      box bytea,
      created_at timestamptz not null default now(),
      destroyed_at timestamptz,
      check ((wrapped is null) = (destroyed_at is not null)))`);
    this.addSql(`create index subject_key_kid on vault.subject_key (kid)`);
    this.addSql(`create schema edge`);
    this.addSql(
      `create table edge.rate_limit (key text primary key, points int not null default 0, expire bigint)`,
    );
    this.addSql(`create index rate_limit_expire on edge.rate_limit (expire)`);
  }
}
