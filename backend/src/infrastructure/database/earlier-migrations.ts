import type { Client } from 'pg';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** The migration names that a database of commit 6d78ebe9 has recorded. */
export const EARLIER_NAMES = words(`
  000-infrastructure-ground 001-infrastructure-oauth-flows 020-infrastructure-versions-apart 030-infrastructure-log-seen
  031-infrastructure-installation 100-identity-sign-in 101-identity-provider-identities 104-identity-handle-revisions
  105-identity-account-links 106-identity-notices 108-identity-account-exports 130-identity-erasure 131-identity-export-taken
  140-identity-api-tokens 200-integrations-accounts 201-integrations-oauth 202-integrations-intakes
  204-integrations-credential-leases 205-integrations-server-apps 206-integrations-remote-ids 207-integrations-claims
  208-integrations-told-as 209-integrations-subscriptions 212-integrations-lent-media-account 300-scheduling-posts-media
  301-scheduling-zone-data 303-scheduling-incoming-uploads 310-media-objects 350-publishing-hold 352-publishing-at-scale
  353-effects 354-renewals 355-limits-readings 360-farewells 400-inbox-comment-keys 410-inbox-ai-use 420-inbox-reading
  421-inbox-deliveries 430-inbox-reading-cost 431-inbox-figures-cost 440-inbox-word-search 450-inbox-auto-reply-caps
  500-billing 600-link-tree 610-link-tree-clicks 700-analytics 701-analytics-refusals 800-external-webhooks`);

/** The migrations that create the same tables today. */
export const SAME_TABLES = words(`
  000-infrastructure 100-identity 200-integrations 300-scheduling 400-inbox 500-billing 600-link-tree 700-analytics
  800-external-api`);

/**
 * Records in a database of commit 6d78ebe9 which of today's migrations it already has. The old names stay, so that the old release can be started on this database
 * again (docs/how-to/operate.md).
 * @throws OneLineError when that release created only some of its tables
 */
export async function noteSameTables(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select where to_regclass('public.migration') is not null`);
  if (rowCount === 0) return;
  const { rows } = await client.query<{ name: string }>('select name from public.migration');
  const noted = new Set(rows.map(({ name }) => name));
  const [first, ...others] = EARLIER_NAMES.filter((name) => !noted.has(name));
  if (first === EARLIER_NAMES[0]) return;
  if (first !== undefined) throw onlyInPart(first, others.length + 1);
  await client.query(
    'insert into public.migration (name) select unnest($1::text[]) except select name from public.migration',
    [SAME_TABLES],
  );
}

const onlyInPart = (first: string, missing: number): OneLineError =>
  new OneLineError(
    `An earlier release has made only a part of the tables of this database: ${String(missing)} of its ${String(EARLIER_NAMES.length)} migrations are missing, the first is ${first}. Start the release of commit 6d78ebe9 on it once, which makes the others, then this one.`,
  );
