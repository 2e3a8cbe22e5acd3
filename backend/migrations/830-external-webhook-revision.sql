-- The revision of the endpoint's stream that the row shows. An older state never replaces a newer one.
alter table external.webhook add column revision bigint not null default -1;
