-- Which token an endpoint ends with, and what it hears by. Older rows lack this record: their endpoints go on as they are.
alter table external.webhook
  -- Null: it is its owner's, and hears everything.
  add column token_id text,
  add column scopes text[],
  -- The token that made it before webhooks recorded their maker; null: there is nothing to ask the owner.
  add column asked_about text;
create index webhook_token on external.webhook (token_id) where token_id is not null;
