-- Which request took an Idempotency-Key to make its post.
alter table scheduling.idempotency_key add column is_taken boolean not null default false;
