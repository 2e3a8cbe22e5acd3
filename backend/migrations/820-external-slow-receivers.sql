-- The last delivery to this endpoint took long, or got no answer. Slow endpoints have places of their own.
alter table external.webhook add column is_slow boolean not null default false;
