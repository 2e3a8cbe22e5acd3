create index source_owner on inbox.source (owner_id);
