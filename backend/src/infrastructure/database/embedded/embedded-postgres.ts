import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { session } from '../session.ts';
import { clusterFolder, type ClusterFolder } from './cluster-folder.ts';
import { areRolesSetUp, setUpRoles } from './database-roles.ts';
import {
  launchServer,
  noteConnection,
  runningServer,
  StartedByAnother,
  stopServer,
  type Server,
} from './server-process.ts';
import { usesSocket } from './server-socket.ts';
import { serverUser, type ServerUser } from './server-user.ts';

/** The lock of the process that owns the server: two products on one DATA_DIR would stop each other's database. */
const OWNER_LOCK = 8729;
/** How often `connectAsOwner` tries to get the lock, ten times a second. */
const OWNER_TRIES = 30;
const REVIVE_MILLISECONDS = 1_000;

export type EmbeddedPostgres = Readonly<{
  url: string;
  /** Says in one line how the server was started. The product prints it at the start. */
  startLine: string;
  /** Stops the server if this process owns it. A second call waits for the same end. */
  stop(): Promise<void>;
}>;

/**
 * Does the same as `startEmbeddedPostgres`, for a caller that loads other code in the meantime.
 * @returns as soon as a program of PostgreSQL runs, or the start has ended. If the start fails, only a caller that awaits `server` sees the error.
 */
export async function beginEmbeddedPostgres(
  dataDir: string,
): Promise<Readonly<{ server: Promise<EmbeddedPostgres> }>> {
  const spawned = Promise.withResolvers<undefined>();
  const onSpawn = () => {
    spawned.resolve(undefined);
  };
  const server = startEmbeddedPostgres({ dataDir, onSpawn });
  await Promise.race([spawned.promise, server.catch(() => undefined)]);
  return { server };
}

/**
 * Runs our own PostgreSQL. It makes a cluster in an empty folder and starts it on a fixed port of 127.0.0.1. It adopts a server that a killed
 * product left running.
 * @param o.attach for commands, which run next to the product or without it. A command never owns the server, so a product can start at the
 * same time. The command stops the server only if it has launched it and no product owns it.
 * @param o.onSpawn called when a program of PostgreSQL runs; not when a running server is adopted
 * @throws OneLineError with what to do about it
 */
export async function startEmbeddedPostgres({
  dataDir,
  attach = false,
  onSpawn,
}: Readonly<{ dataDir: string; attach?: boolean; onSpawn?: () => void }>): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const folder = clusterFolder(dataDir, user);
  const { server, found } = await findOrLaunch(folder, user, onSpawn);
  const stop = attach
    ? () => (found ? Promise.resolve() : stopUnlessOwned(server, folder, user))
    : await becomeOwner(dataDir, folder, user, { server, found });
  const verb = found ? 'adopted' : server.fresh ? 'made' : 'started';
  const place = folder.moved ? `, data in ${folder.cluster} (its user cannot enter ${dataDir})` : '';
  let stopping: Promise<void> | undefined;
  return {
    url: server.url,
    startLine: `database: embedded PostgreSQL, ${verb} on port ${String(server.port)}${place}`,
    stop: () => (stopping ??= stop()),
  };
}

/**
 * Makes this process the owner of the server.
 * @returns stops the server
 * @throws OneLineError when another product owns it
 */
async function becomeOwner(
  dataDir: string,
  folder: ClusterFolder,
  user: ServerUser,
  { server, found }: Launched,
): Promise<() => Promise<void>> {
  let owner = await connectAsOwner(server.url, OWNER_TRIES);
  if (found && owner) {
    // A killed product of an earlier release may have left a server on which the product's role is a superuser.
    if (!(await areRolesSetUp(owner)) && (await setUpRoles(folder, server.port))) {
      await owner.end();
      owner = await connectAsOwner(server.url, OWNER_TRIES);
    }
    noteConnection(folder, server.url);
  }
  if (!owner) {
    throw new OneLineError(
      `Another Posthorn is running on DATA_DIR ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  const guarded = new GuardedServer(folder, user, server, owner);
  return () => guarded.stop();
}

/** Stops a server that a command has launched, unless a product that started in the meantime owns it. */
async function stopUnlessOwned(server: Server, folder: ClusterFolder, user: ServerUser): Promise<void> {
  const owner = await connectAsOwner(server.url, 1);
  if (!owner) return;
  await owner.end();
  await stopServer(server.pid, folder, user);
}

type Launched = Readonly<{ server: Server & Readonly<{ fresh: boolean }>; found: boolean }>;

/** Two processes may start at the same time. `found`: the server was running, or the other process has started it. */
async function findOrLaunch(
  folder: ClusterFolder,
  user: ServerUser,
  onSpawn?: () => void,
): Promise<Launched> {
  const running = await runningServer(folder);
  if (running) return { server: { ...running, fresh: false }, found: true };
  try {
    return { server: await launchServer(folder, user, { onSpawn }), found: false };
  } catch (error) {
    if (error instanceof StartedByAnother) return findOrLaunch(folder, user, onSpawn);
    throw error;
  }
}

/** A server that this process owns. After a crash it starts the server again, with the same folder and port. */
class GuardedServer {
  readonly #logger = new Logger('database');
  readonly #folder: ClusterFolder;
  readonly #user: ServerUser;
  #server: Server;
  #owner: Client;
  #stopping = false;
  #reviving: Promise<void> | undefined;

  constructor(folder: ClusterFolder, user: ServerUser, server: Server, owner: Client) {
    this.#folder = folder;
    this.#user = user;
    this.#server = server;
    this.#owner = owner;
    this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#reviving;
    await this.#owner.end().catch(() => undefined);
    await stopServer(this.#server.pid, this.#folder, this.#user);
  }

  #watch(): void {
    this.#owner.once('end', () => {
      if (!this.#stopping) this.#reviving = this.#revive();
    });
  }

  async #revive(): Promise<void> {
    this.#logger.warn('The embedded PostgreSQL has stopped; Posthorn starts it again.');
    while (!this.#stopping) {
      try {
        const found = await this.#findRunning();
        this.#server = found ?? (await launchServer(this.#folder, this.#user, { port: this.#server.port }));
        const owner = await connectAsOwner(this.#server.url, OWNER_TRIES);
        if (!owner) throw new Error('another process has taken it over');
        this.#owner = owner;
        this.#watch();
        return;
      } catch (error) {
        this.#logger.error(
          `The embedded PostgreSQL does not start; Posthorn keeps trying. Check free disk space and the folder of the database: ${error instanceof Error ? error.message : String(error)}`,
        );
        await pause(REVIVE_MILLISECONDS);
      }
    }
  }

  /** Returns the running server. Stops a server that has lost its socket, because other clients of this process use the socket's address. */
  async #findRunning(): Promise<Server | undefined> {
    const found = await runningServer(this.#folder);
    if (!found || usesSocket(found.url) || !usesSocket(this.#server.url)) return found;
    await stopServer(found.pid, this.#folder, this.#user);
    return undefined;
  }
}

/** Stops the server that a killed product left running on this folder, if there is one. */
export async function stopLeftover(dataDir: string): Promise<void> {
  const user = serverUser();
  const folder = clusterFolder(dataDir, user);
  const server = await runningServer(folder);
  if (server) await stopServer(server.pid, folder, user);
}

/** Returns a connection that holds the owner's lock until the connection ends, even by `kill -9`. Undefined if another process holds the lock. */
async function connectAsOwner(url: string, tries: number): Promise<Client | undefined> {
  const client = new Client(session(url, 'owner'));
  client.on('error', () => undefined);
  await client.connect();
  // The connection of a killed process takes a moment to end.
  for (let attempt = 0; attempt < tries; attempt++) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      OWNER_LOCK,
    ]);
    if (rows[0]?.got) return client;
    await pause(100);
  }
  await client.end();
  return undefined;
}
