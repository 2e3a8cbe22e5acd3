import { Migration } from '@mikro-orm/migrations';

/** Which token an endpoint ends with, and what it hears by. Of those that are there nobody recorded it: they go on as they are. */
export class ExternalWebhookMakers extends Migration {
  override up(): void {
    this.addSql(`alter table external.webhook
      -- Null: it is its owner's, and hears everything.
      add column token_id text,
      add column scopes text[],
      -- The token that made it when nobody recorded that; null: its owner is asked nothing.
      add column asked_about text`);
    this.addSql('create index webhook_token on external.webhook (token_id) where token_id is not null');
  }
}
