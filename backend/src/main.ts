import { checkPorts } from '#infrastructure/config/free-port.ts';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import type { EmbeddedPostgres } from '#infrastructure/database/embedded/embedded-postgres.ts';
import { collectGarbage } from '#infrastructure/operations/collect-garbage.ts';
import { ProductLogger } from '#infrastructure/observability/product-logger.ts';
import { nameSourcesInStacks } from '#infrastructure/observability/stack-traces.ts';
import { checkRuntime } from '#infrastructure/config/runtime-check.ts';

/** Longer than the drain in `product.ts`. After this time the process exits, even if some work hangs. */
const STOP_MILLISECONDS = 30_000;
/** The garbage collection waits this long after the start, so that it does not delay the first pages. */
const STARTED_MILLISECONDS = 30_000;

/** Aborted when this process must end. During a start, the finished steps are then undone. */
const leaving = new AbortController();
let end = (): void => undefined;
const stop = () => {
  // A terminal and its shell may both send one Ctrl-C.
  if (leaving.signal.aborted) return;
  console.log('Stopping …');
  setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
  leaving.abort();
  end();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// The parent process that opened a channel, such as `npm start`, has ended. The reader of our output may have ended too.
process.on('disconnect', () => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  stop();
});

let embedded: Promise<EmbeddedPostgres> | undefined;

nameSourcesInStacks();
try {
  checkRuntime(process.versions);
  const configuration = readConfiguration(process.env);
  const logger = new ProductLogger(configuration);
  // An error that a library does not catch, such as a late reply of a store, must not end the product.
  process.on('unhandledRejection', (error) => {
    logger.error(
      {
        msg: 'A promise was rejected without a handler; Posthorn continues. Please report this bug',
        err: error,
      },
      'process',
    );
  });
  await checkPorts(configuration);
  if (configuration.databaseUrl === null) {
    const { beginEmbeddedPostgres } = await import('#infrastructure/database/embedded/embedded-postgres.ts');
    ({ server: embedded } = await beginEmbeddedPostgres(configuration.dataDir));
  }
  // `product.ts` is loaded after the check, because an old Node cannot parse it. Meanwhile the database server starts.
  const { startProduct } = await import('./product.ts');
  const product = await startProduct(configuration, logger, leaving.signal, embedded);
  for (const line of product.startLines) console.log(line);
  end = () => {
    product.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ msg: 'Posthorn did not stop cleanly; it exits with code 1', err: error }, 'process');
        process.exit(1);
      },
    );
  };
  if (leaving.signal.aborted) end();
  else setTimeout(collectGarbage, STARTED_MILLISECONDS).unref();
} catch (error) {
  // `startProduct` stops the database server too, unless it fails before it uses the server. A second stop does nothing.
  await embedded?.then((server) => server.stop()).catch(() => undefined);
  if (leaving.signal.aborted && error === leaving.signal.reason) process.exit(0);
  if (error instanceof OneLineError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
