import 'reflect-metadata';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Pool } from 'pg';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { openAppContext } from '#infrastructure/open-app-context.ts';
import { ReaderLocks } from '#infrastructure/readers/reader-locks.ts';
import { Readers } from '#infrastructure/readers/readers.ts';
import { AppModule } from '../src/app.module.ts';

export type BenchContextOptions = Readonly<{
  dataDir: string;
  /** With `projector`, read models follow the log after a call of `startReaders`. */
  roles?: readonly 'projector'[];
  /** Whether the context runs together with a running product, on that product's database. */
  attach?: boolean;
  env?: Readonly<Record<string, string>>;
}>;

/** The services of the product that the benchmarks use directly, wired as in production, without web pages. */
export type BenchContext = Readonly<{
  app: INestApplicationContext;
  pool: Pool;
  startReaders(): void;
  close(): Promise<void>;
}>;

export async function openBenchContext({
  dataDir,
  roles = [],
  attach = false,
  env = {},
}: BenchContextOptions): Promise<BenchContext> {
  const read = readConfiguration({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, ...env });
  const configuration = Object.assign(read, { roles: new Set(roles) });
  const context = await openAppContext(configuration, { attach });
  const app = await NestFactory.createApplicationContext(AppModule.on(context), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  const readers = app.get(Readers);
  await readers.prepare();
  return {
    app,
    pool: context.database.pool,
    startReaders: () => {
      readers.start(new ReaderLocks(context.databaseUrl));
    },
    close: async () => {
      await readers.stop();
      await app.close();
      await context.close();
    },
  };
}

/** Runs `work` with a new folder. As root, the database server runs as another user, who must be able to enter the folder. */
export async function withDataDir<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-bench-'));
  await chmod(dataDir, 0o755);
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
