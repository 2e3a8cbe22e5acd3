import 'reflect-metadata';
import type { Server } from 'node:http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { Logger, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import { portError } from '#infrastructure/config/free-port.ts';
import type { EmbeddedPostgres } from '#infrastructure/database/embedded/embedded-postgres.ts';
import { useHttpEdge } from '#infrastructure/http/http-edge.ts';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { checkObjectStore } from '#infrastructure/media/store/try-object-store.ts';
import { Health } from '#infrastructure/operations/health.ts';
import { OperatorPages } from '#infrastructure/operations/operator-pages.ts';
import { inventedWords } from '#infrastructure/operations/invented-words.ts';
import { openAppContext, type OpenedAppContext } from '#infrastructure/open-app-context.ts';
import { FirstCatchUp } from '#infrastructure/readers/first-catch-up.ts';
import { LookupIndexes } from '#infrastructure/readers/lookup-indexes.ts';
import { ReaderLocks } from '#infrastructure/readers/reader-locks.ts';
import { Readers } from '#infrastructure/readers/readers.ts';
import { AppModule } from './app.module.ts';

/** Open requests get this long to end. Then the server closes their connections. */
const DRAIN_MILLISECONDS = 25_000;

/**
 * How long an idle connection stays open: longer than load balancers keep theirs, mostly 60 s. Otherwise a load balancer could send a request on a
 * connection that this server is closing, and answer 502.
 */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** How often a stop closes connections that have become idle. */
const CLOSE_IDLE_MILLISECONDS = 50;

export type Product = Readonly<{
  app: NestExpressApplication;
  /** The lines that `main` prints after the start. */
  startLines: readonly string[];
  /** Takes no new work, waits for the running work, and then closes everything. A second call waits for the same end. */
  stop(): Promise<void>;
}>;

/**
 * Starts the parts for the roles of this process. When a step fails, the steps before it are undone.
 * @param embedded the database server that this process is already starting; the caller stops it when this function throws
 * @param leaving ends the wait for the read models, which may take minutes
 * @throws OneLineError for problems that an operator can correct; the reason of `leaving` when it ended the wait
 */
export async function startProduct(
  configuration: Configuration,
  logger: LoggerService,
  leaving: AbortSignal,
  embedded?: Promise<EmbeddedPostgres>,
): Promise<Product> {
  Logger.overrideLogger(logger);
  await checkObjectStore(configuration);
  const context = await openAppContext(configuration, { embedded });
  const undo: (() => Promise<void>)[] = [() => context.close()];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const app = await createApp(context);
    undo.push(() => closeApp(app));
    if (configuration.roles.has('worker')) await app.get(ErasedPeople).assertNoneRestored();
    const readers = app.get(Readers);
    await readers.prepare();
    readers.start(new ReaderLocks(context.databaseUrl));
    const stopIndexing = addIndexes(app, context);
    undo.push(async () => {
      await Promise.all([readers.stop(), stopIndexing()]);
    });
    await listenForOperators(app, configuration, undo);
    // Pages and workers use the read models, so they start when these are complete.
    await app.get(FirstCatchUp).wait(leaving);
    await app.init();
    readers.startProcesses();
    const sandboxUrl = await startSandbox(configuration, undo);
    await listen(app, configuration);
    let stopping: Promise<void> | undefined;
    return {
      app,
      startLines: [...context.startLines, ...howToUse(configuration, sandboxUrl)],
      stop: () => {
        app.get(Health).stopping();
        return (stopping ??= stop());
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const createApp = async (context: OpenedAppContext): Promise<NestExpressApplication> => {
  const options = { bodyParser: false, rawBody: true, bufferLogs: false, abortOnError: false };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.on(context), options);
  useHttpEdge(app);
  return app;
};

/** Adds the indexes while all other work runs. @returns a function that stops the building of indexes and waits for the end */
function addIndexes(app: NestExpressApplication, { configuration, databaseUrl }: OpenedAppContext) {
  const leaving = new AbortController();
  const adding = configuration.roles.has('projector')
    ? app.get(LookupIndexes).add(databaseUrl, leaving.signal)
    : Promise.resolve();
  return () => {
    leaving.abort();
    return adding;
  };
}

async function listenForOperators(
  app: NestExpressApplication,
  { internalPort, bindAddress }: Configuration,
  undo: (() => Promise<void>)[],
) {
  if (internalPort === null) return;
  const server = await app.get(OperatorPages).listen(internalPort, bindAddress);
  // Closed last, so that operators can watch the stop.
  undo.unshift(() => closeServer(server));
}

async function listen(app: NestExpressApplication, { roles, port, bindAddress }: Configuration) {
  if (!roles.has('web')) return;
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  try {
    await app.listen(port, bindAddress);
  } catch (error) {
    throw portError('PORT', port, error as NodeJS.ErrnoException);
  }
}

/** Starts the sandbox in the process that serves the pages, and in no other. */
async function startSandbox(
  { sandbox, roles, dataDir, publicUrl: appUrl }: Configuration,
  undo: (() => Promise<void>)[],
) {
  if (!sandbox || !roles.has('web')) return null;
  const { startSandbox: start } = await import('../sandbox/sandbox-server.ts');
  const running = await start({ port: sandbox.port, dataDir, publicUrl: sandbox.url, appUrl });
  // Closed after the app and its readers, so that calls to the platforms can end.
  undo.splice(-2, 0, () => running.close());
  return sandbox.url;
}

async function closeApp(app: NestExpressApplication): Promise<void> {
  app.get(LiveUpdates).endAll();
  const server: Server = app.getHttpServer();
  const drainTimer = setTimeout(() => {
    server.closeAllConnections();
  }, DRAIN_MILLISECONDS);
  // `close` ends only the connections that are idle at that moment.
  const idleTimer = setInterval(() => {
    server.closeIdleConnections();
  }, CLOSE_IDLE_MILLISECONDS);
  try {
    await app.close();
  } finally {
    clearTimeout(drainTimer);
    clearInterval(idleTimer);
  }
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => {
      resolve();
    });
  });

function howToUse(
  { roles, publicUrl, smtpUrl, dataDir }: Configuration,
  sandboxUrl: string | null,
): string[] {
  if (!roles.has('web')) return [`${BRAND.name} is running without pages (ROLES=${[...roles].join(',')}).`];
  const mail =
    smtpUrl !== null
      ? 'you get a link by mail'
      : sandboxUrl !== null
        ? 'the page shows your link (no mail server is set)'
        : `the mail with your link is put into ${dataDir}/outbox (no mail server is set)`;
  return [
    ...(sandboxUrl === null
      ? []
      : [`Sandbox: nothing leaves this machine. What its platforms received: ${sandboxUrl}`]),
    ...inventedWords(publicUrl).map(({ about, text }) => `${about}: ${text}`),
    `${BRAND.name} is ready: ${publicUrl}`,
    `Sign in with any e-mail address: ${mail}. Stop with Ctrl-C.`,
  ];
}
