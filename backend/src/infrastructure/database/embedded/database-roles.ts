import { Client, DatabaseError, escapeLiteral, Pool, type ClientBase, type PoolClient } from 'pg';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { inTransaction } from '../transaction.ts';
import { serverPassword, type ClusterFolder } from './cluster-folder.ts';
import { socketQuery } from './server-socket.ts';

/** The role that the product connects as. It owns its database and has no other rights on the server. */
const ROLE = 'posthorn';
const DATABASE = 'posthorn';
/** The role that created the cluster, and its superuser. Only the set-up in this file connects as this role. */
export const SERVER_ROLE = 'posthorn_server';
/** Every cluster has this database. It contains none of our data. */
const NEUTRAL_DATABASE = 'postgres';

/**
 * Ids that PostgreSQL fixes: of the role that created the cluster, whatever its name, and of the first object that is created later.
 * https://www.postgresql.org/docs/current/system-catalog-initial-data.html#SYSTEM-CATALOG-OID-ASSIGNMENT
 */
const CREATOR = 10;
const FIRST_OWN = 16_384;
/** The set-up of roles holds this lock, so that two starts do not conflict. */
const SET_UP_LOCK = 8726;
/** Statements that a killed product left running on the server end within this time. */
const WAIT_MILLISECONDS = 60_000;

/** Address of the product's database, or of another one, for the product's role. Call this while the server runs: without its socket, the address leads over TCP. */
export const productUrl = (folder: ClusterFolder, port: number, database = DATABASE): string =>
  `postgres://${ROLE}:${folder.password}@${addressOf(folder, port, database)}`;
/** Address for the superuser role. Call this while the server runs, too. */
export const serverUrl = (folder: ClusterFolder, port: number, database = DATABASE): string =>
  `postgres://${SERVER_ROLE}:${serverPassword(folder)}@${addressOf(folder, port, database)}`;
const addressOf = (folder: ClusterFolder, port: number, database: string): string =>
  `127.0.0.1:${String(port)}/${database}${socketQuery(folder, port)}`;

/**
 * Creates the product's role and database if they are missing. It gives the role all objects in that database that the cluster's creator owns.
 * Several processes may run this at the same time, and again.
 * An earlier release created its cluster with the product's role, which is therefore a superuser. That role becomes the server's role. The product
 * gets a new role of the same name and password, so an earlier release can still connect.
 * @param o.fresh the cluster has just been created, so no check is needed
 * @returns whether anything changed
 * @throws OneLineError when it fails; then nothing has changed, except for an empty database
 */
export async function setUpRoles(
  folder: ClusterFolder,
  port: number,
  { fresh = false } = {},
): Promise<boolean> {
  try {
    const role = fresh ? null : await productRole(productUrl(folder, port, NEUTRAL_DATABASE));
    if (role?.owns && !(await withClient(productUrl(folder, port), creatorOwnsObjects))) return false;
    const urlOf = role?.superuser ? productUrl : serverUrl;
    await withClient(urlOf(folder, port, NEUTRAL_DATABASE), ensureDatabase);
    await inOneTransaction(urlOf(folder, port), (tx) => transferOwnership(tx, folder));
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OneLineError(`The roles of the embedded PostgreSQL could not be set up: ${reason}`);
  }
}

/** Whether the roles need no set-up. @param client of the product's role, in its own database */
export async function areRolesSetUp(client: Client): Promise<boolean> {
  const [role] = await rowsOf<ProductRole>(client, ROLE_RIGHTS, [DATABASE]);
  return role?.owns === true && !(await creatorOwnsObjects(client));
}

type ProductRole = Readonly<{ superuser: boolean; owns: boolean }>;

/** Null when the server refuses the role, because it does not exist yet or has another password. */
async function productRole(url: string): Promise<ProductRole | null> {
  try {
    const [role] = await withClient(url, (client) => rowsOf<ProductRole>(client, ROLE_RIGHTS, [DATABASE]));
    return role ?? null;
  } catch (error) {
    // Class 28: invalid authorization.
    if (error instanceof DatabaseError && error.code?.startsWith('28')) return null;
    throw error;
  }
}

const ROLE_RIGHTS = `
  select rolsuper as superuser,
    not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)
      and exists (select from pg_database where datname = $1 and datdba = r.oid) as owns
  from pg_roles r where rolname = current_user`;

/** Whether the creator of the cluster owns objects in the product's database. */
const creatorOwnsObjects = async (client: Client): Promise<boolean> =>
  (await rowsOf(client, `${TRANSFER_STATEMENTS} limit 1`)).length > 0;

async function ensureDatabase(client: Client): Promise<void> {
  const found = await rowsOf(client, 'select from pg_database where datname = $1', [DATABASE]);
  if (found.length === 0) await client.query(`create database ${DATABASE}`);
}

/** @param tx a transaction of the creator's role in the product's database, so a killed start changes nothing */
export async function transferOwnership(tx: PoolClient, folder: ClusterFolder): Promise<void> {
  // Two statements hold a password: if they fail, the server's log must not show them.
  await tx.query(`set local log_min_error_statement to panic`);
  await tx.query(`set local lock_timeout to ${String(WAIT_MILLISECONDS)}`);
  await tx.query('select pg_advisory_xact_lock($1)', [SET_UP_LOCK]);
  const [creator] = await rowsOf<{ name: string }>(
    tx,
    'select rolname as name from pg_roles where oid = $1',
    [CREATOR],
  );
  if (creator?.name === ROLE) await renameCreator(tx, serverPassword(folder));
  const existing = await rowsOf(tx, 'select from pg_roles where rolname = $1', [ROLE]);
  if (existing.length === 0) await tx.query(`create role ${ROLE}`);
  await tx.query(
    `alter role ${ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${escapeLiteral(folder.password)}`,
  );
  await tx.query(`alter database ${DATABASE} owner to ${ROLE}`);
  for (const { command } of await rowsOf<{ command: string }>(tx, TRANSFER_STATEMENTS))
    await tx.query(command);
}

/** A session cannot rename its own role, so a temporary role renames it. */
async function renameCreator(tx: PoolClient, password: string): Promise<void> {
  const temporaryRole = `${SERVER_ROLE}_passing`;
  await tx.query(`create role ${temporaryRole} superuser`);
  await tx.query(`set session authorization ${temporaryRole}`);
  await tx.query(`alter role ${ROLE} rename to ${SERVER_ROLE}`);
  await tx.query('reset session authorization');
  await tx.query(`drop role ${temporaryRole}`);
  await tx.query(`alter role ${SERVER_ROLE} password ${escapeLiteral(password)}`);
}

/**
 * A statement for each object in the product's database that the creator of the cluster owns. Dependent objects (the type of a row, the sequence of a
 * column) follow their parent. Members of extensions and temporary objects stay.
 */
const TRANSFER_STATEMENTS = `
  select format('alter %s %s owner to ${ROLE}', thing.type, thing.identity) as command
  from (
    select 'pg_namespace'::regclass as kind, oid as id, nspowner as owner from pg_namespace
    union all select 'pg_class'::regclass, oid, relowner from pg_class c
      where relkind in ('r', 'p', 'f', 'v', 'm', 'S') and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
          and relkind = 'S' and deptype in ('a', 'i'))
    union all select 'pg_type'::regclass, oid, typowner from pg_type t
      where not exists (
        select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'i')
    union all select 'pg_proc'::regclass, oid, proowner from pg_proc
  ) owned, pg_identify_object(kind, id, 0) thing
  where owner = ${String(CREATOR)} and id >= ${String(FIRST_OWN)}
    and coalesce(thing.schema, thing.name) !~ '^pg_'
    and not exists (
      select from pg_depend where classid = kind and objid = id and deptype = 'e')`;

const rowsOf = async <Row extends object>(
  client: ClientBase,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => (await client.query<Row>(sql, values)).rows;

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function inOneTransaction(url: string, work: (tx: PoolClient) => Promise<void>): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  try {
    await inTransaction(pool, work);
  } finally {
    await pool.end();
  }
}
