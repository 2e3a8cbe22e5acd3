-- How many requests with the same content hold the claim. The claim ends with the last of them, so none of them works unprotected.
alter table scheduling.draft add column claims int not null default 0;
alter table scheduling.idempotency_key add column claims int not null default 0;
