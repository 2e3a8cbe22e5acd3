import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { collectGarbage } from '#infrastructure/operations/collect-garbage.ts';
import { ProductLogger } from '#infrastructure/observability/product-logger.ts';
import { nameSourcesInStacks } from '#infrastructure/observability/stack-traces.ts';
import { checkRuntime } from '#infrastructure/config/runtime-check.ts';

/** Longer than the drain: whatever hangs then is cut off by the end of the process. */
const STOP_MILLISECONDS = 30_000;
/** After the first answer, so that the page does not wait for it. */
const STARTED_MILLISECONDS = 2_000;

/** Somebody wants this process to end, also while it starts: then what has begun is taken back. */
const leaving = new AbortController();
let end = (): void => undefined;
const stop = () => {
  // A terminal and its shell may both pass on one Ctrl-C.
  if (leaving.signal.aborted) return;
  console.log('Stopping …');
  setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
  leaving.abort();
  end();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// Whoever started us with a channel, as `npm start` does, has ended; so may have whoever read what we print.
process.on('disconnect', () => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  stop();
});

nameSourcesInStacks();
try {
  checkRuntime(process.versions);
  const configuration = readConfiguration(process.env);
  const logger = new ProductLogger(configuration);
  // What a library forgot to catch, as a late reply of a store, must not take the product down.
  process.on('unhandledRejection', (error) => {
    logger.error(
      {
        msg: 'A promise was rejected without a handler; Posthorn continues. Please report this bug',
        err: error,
      },
      'process',
    );
  });
  // Loaded after the check: an old Node would stumble over its syntax first.
  const { startProduct } = await import('./product.ts');
  const product = await startProduct(configuration, logger, leaving.signal);
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
  if (leaving.signal.aborted && error === leaving.signal.reason) process.exit(0);
  if (error instanceof OneLineError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
