create index credential_owner on integrations.credential (owner_id);
create index webhook_subscription_owner on integrations.webhook_subscription (owner_id);
create index lent_media_account on integrations.lent_media (account_id);
