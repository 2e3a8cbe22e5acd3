create index measured_account_owner on analytics.measured_account (owner_id);
create index measured_publication_owner on analytics.measured_publication (owner_id);
create index term_bucket_owner on analytics.term_bucket (owner_id);
