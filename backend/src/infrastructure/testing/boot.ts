import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { NextFunction, Request, Response } from 'express';
import { LocalChannel } from '../database/database-channel.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { useHttpEdge } from '../http/http-edge.ts';
import { SessionReader } from '../http/session-reader.ts';
import { InfrastructureModule } from '../infrastructure.module.ts';
import { PostgresPersonalKeys } from '../log/postgres-personal-keys.ts';
import { ReadGate } from '../projections/read-gate.ts';
import { Readers } from '../projections/readers.ts';
import { KeyRing } from '../vault/key-ring.ts';
import { openTestDatabase } from './database.ts';
import { FixedClock } from './fixed-clock.ts';
import { MemoryPersonalKeys } from './memory-personal-keys.ts';
import { testConfiguration } from './test-configuration.ts';
import { TestSessions } from './test-sessions.ts';

type Token = Type | (abstract new (...args: never[]) => unknown) | string | symbol;

export type BootOptions = Readonly<{
  /** Business time, which stands still; `booted.clock` sets it. */
  now?: Date;
  store?: EventStore;
  /** Replaces providers, by whatever module they are bound. */
  bindings?: readonly Readonly<{ provide: Token; useValue: unknown }>[];
  /** True: a fresh migrated Postgres database for read models and own tables. */
  database?: boolean;
  /** Instead: the database of another boot, as a second process of the same product has it. */
  sharing?: Database | null;
  /** Variables of the operator, as in production. */
  env?: Readonly<Record<string, string>>;
  /** True: sessions of Identity instead of the header `x-test-user`. */
  realSessions?: boolean;
  /** True: requests arrive as they were sent. Else one without a word on its origin counts as from our own pages. */
  rawOrigin?: boolean;
}>;

export type Booted = Readonly<{
  app: NestExpressApplication;
  /** `http://127.0.0.1:{port}`; for supertest `request(booted.url)`. */
  url: string;
  store: EventStore;
  clock: FixedClock;
  database: Database | null;
  /** Reads all new events by all projections and processes; instead of sleeping. Queries do the former by themselves. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}>;

/**
 * Starts modules as they are wired, behind the real HTTP edge. Whoever the header `x-test-user` names is signed in.
 * Projections and processes do not run by themselves: queries that wait at the read gate bring the read models up to
 * date first, `catchUp` runs the processes too.
 */
export async function boot(
  modules: readonly (Type | DynamicModule)[],
  {
    now,
    store,
    bindings = [],
    database: wanted = false,
    env = {},
    realSessions = false,
    rawOrigin = false,
    sharing = null,
  }: BootOptions = {},
): Promise<Booted> {
  const clock = new FixedClock(now ?? new Date('2030-01-01T12:00:00Z'));
  const log = store ?? new InMemoryEventStore();
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-spec-'));
  const own = wanted ? await openTestDatabase() : null;
  const shared = sharing && { ...openDatabase(sharing.url, { poolSize: 4, ormPoolSize: 2 }) };
  const database = own ?? shared;
  const keyRing = new KeyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]);
  const ground = InfrastructureModule.on({
    configuration: testConfiguration({ DATA_DIR: dataDir, ...env }),
    clock,
    store: log,
    database: database ?? withoutDatabase(),
    keyRing,
    personalKeys: database ? new PostgresPersonalKeys(database.pool, keyRing) : new MemoryPersonalKeys(),
  });

  @Module({ providers: [{ provide: SessionReader, useClass: TestSessions }], exports: [SessionReader] })
  class SignIn {}

  const imports = [ground, ...(realSessions ? [] : [SignIn]), ...modules];
  const building = Test.createTestingModule({ imports });
  if (!realSessions) building.overrideProvider(SessionReader).useClass(TestSessions);
  for (const { provide, useValue } of bindings) building.overrideProvider(provide).useValue(useValue);
  const running: { readers?: Readers } = {};
  if (!bindings.some(({ provide }) => provide === ReadGate)) {
    const waitFor = async () => database && running.readers?.catchUp('projection');
    building.overrideProvider(ReadGate).useValue({ waitFor });
  }
  const testing = await building.compile();
  const readers = testing.get(Readers);
  running.readers = readers;
  const app = testing.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    rawBody: true,
    logger: false,
  });
  if (!rawOrigin) app.use(fromOurPages);
  useHttpEdge(app);
  await app.init();
  if (database) await readers.prepare();
  // Without a port of its own, supertest opens and closes the server for each call: parallel calls are cut off.
  await app.listen(0, '127.0.0.1');
  return {
    app,
    url: await app.getUrl(),
    store: log,
    clock,
    database,
    catchUp: () => readers.catchUp(),
    close: async () => {
      await app.close();
      if (!shared) await log.close();
      await database?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A spec that needs rows asks for them; any query fails with this sentence. */
function withoutDatabase() {
  const none = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const refuse = () => Promise.reject(new Error('This spec has no database: boot(…, { database: true }).'));
  return {
    ...none,
    pool: Object.assign(none.pool, { query: refuse, connect: refuse }),
    channel: new LocalChannel(),
  };
}

function fromOurPages({ headers }: Request, _response: Response, next: NextFunction): void {
  if (headers.origin === undefined) headers['sec-fetch-site'] ??= 'same-origin';
  next();
}
