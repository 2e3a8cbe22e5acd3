import 'reflect-metadata';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventStore } from '@posthorn/event-sourcing/event-store';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { NextFunction, Request, Response } from 'express';
import type { Database } from '../database/database.ts';
import type { EdgeRequest, SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { useHttpEdge } from '../http/http-edge.ts';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { InfrastructureModule } from '../infrastructure.module.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Readers } from '#infrastructure/readers/readers.ts';
import type { FixedClock } from './fixed-clock.ts';
import { openTestAppContext, type TestAppContext, type TestAppContextOptions } from './test-app-context.ts';

type Token = Type | (abstract new (...args: never[]) => unknown) | string | symbol;

export type BootOptions = TestAppContextOptions &
  Readonly<{
    /** Replaces providers, whichever module binds them. */
    bindings?: readonly Readonly<{ provide: Token; useValue: unknown }>[];
    /** True: real sessions of Identity instead of the header `x-test-user`. */
    realSessions?: boolean;
    /** True: requests arrive as they were sent. Otherwise a request without an origin counts as one from our own pages. */
    rawOrigin?: boolean;
  }>;

export type Booted = Readonly<{
  app: NestExpressApplication;
  /** `http://127.0.0.1:{port}`; for supertest `request(booted.url)`. */
  url: string;
  store: EventStore;
  clock: FixedClock;
  database: Database | null;
  /** Lets all projections and processes read all new events; use this instead of sleeping. Queries run the projections themselves. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}>;

/** True in everything that `Booted.catchUp` runs. */
const catchingUp = new AsyncLocalStorage<true>();

/**
 * Starts modules with their real wiring, behind the real HTTP layer. The header `x-test-user` contains the id of the signed-in user. Projections and
 * processes do not run on their own. A query at the read gate first updates the read models, except in code that `catchUp` runs. `catchUp` also runs the processes. A port
 * of a module that is not started can be injected, but not called.
 */
export async function boot(
  modules: readonly (Type | DynamicModule)[],
  options: BootOptions = {},
): Promise<Booted> {
  const context = await openTestAppContext(options);
  try {
    return await bootOn(context, modules, options);
  } catch (error) {
    // An open context would keep the spec’s process from ending.
    await context.close();
    throw error;
  }
}

async function bootOn(
  context: TestAppContext,
  modules: readonly (Type | DynamicModule)[],
  { bindings = [], realSessions = false, rawOrigin = false }: BootOptions,
): Promise<Booted> {
  @Module({ providers: [{ provide: SessionReader, useClass: TestSessions }], exports: [SessionReader] })
  class SignIn {}

  const { opened, store, clock } = context;
  const imports = [InfrastructureModule.on(context), ...(realSessions ? [] : [SignIn]), ...modules];
  const building = Test.createTestingModule({ imports }).useMocker(unimplementedPort);
  if (!realSessions) building.overrideProvider(SessionReader).useClass(TestSessions);
  for (const { provide, useValue } of bindings) building.overrideProvider(provide).useValue(useValue);
  const running: { readers?: Readers } = {};
  if (!bindings.some(({ provide }) => provide === ReadGate)) {
    // Only requests wait for read models. A process that waited here would wait for the run of which it is a part.
    const waitFor = async () => opened && !catchingUp.getStore() && running.readers?.catchUp('projection');
    building.overrideProvider(ReadGate).useValue({ waitFor, settle: () => Promise.resolve() });
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
  if (opened) await readers.prepare();
  // Without its own port, supertest opens and closes the server for each call, which cuts off parallel calls.
  await app.listen(0, '127.0.0.1');
  return {
    app,
    url: await app.getUrl(),
    store,
    clock,
    database: opened,
    catchUp: () => catchingUp.run(true, () => readers.catchUp()),
    close: async () => {
      try {
        // Otherwise a reader that the spec has started keeps running, and queries the dropped database three times a second.
        await readers.stop();
        await app.close();
      } finally {
        await context.close();
      }
    },
  };
}

/**
 * A stand-in for a port that no module of the spec implements: an object without methods, so that only a call of a method fails. A port is an
 * abstract class, of which only the constructor exists at run time. Any other missing provider fails the start.
 */
function unimplementedPort(token: unknown): object | undefined {
  if (typeof token !== 'function') return undefined;
  const prototype = token.prototype as object;
  return Object.getOwnPropertyNames(prototype).length === 1
    ? (Object.create(prototype) as object)
    : undefined;
}

function fromOurPages({ headers }: Request, _response: Response, next: NextFunction): void {
  if (headers.origin === undefined) headers['sec-fetch-site'] ??= 'same-origin';
  next();
}

const TEST_USER_HEADER = 'x-test-user';
/** `yes`: the user signed in long ago. */
const TEST_STALE_HEADER = 'x-test-stale';

/** The user in the header is signed in. */
class TestSessions extends SessionReader {
  override read({ headers }: EdgeRequest): Promise<SignedIn | null> {
    const userId = headers[TEST_USER_HEADER];
    if (typeof userId !== 'string' || !userId) return Promise.resolve(null);
    const isFresh = headers[TEST_STALE_HEADER] === undefined;
    return Promise.resolve({ userId, sessionId: `session-of-${userId}`, isFresh });
  }
}
