import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { openAppContext, type OpenedAppContext } from '#infrastructure/open-app-context.ts';
import { AppModule } from '../app.module.ts';

type Options = NonNullable<Parameters<typeof openAppContext>[1]> &
  Readonly<{
    /** Prints only the output of the command. */
    quiet?: boolean;
  }>;

/**
 * Runs an operator's command in an instance of the product that does no other work. The exit code is 1 when
 * the command fails.
 */
export async function withApp(
  options: Options,
  command: (
    app: INestApplicationContext,
    args: readonly string[],
    context: OpenedAppContext,
  ) => Promise<void>,
): Promise<void> {
  try {
    // Without roles, this process runs no projections and publishes nothing.
    const configuration = Object.assign(readConfiguration(process.env), { roles: new Set() });
    const context = await openAppContext(configuration, options);
    try {
      const app = await NestFactory.createApplicationContext(AppModule.on(context), {
        logger: options.quiet ? false : ['error', 'warn'],
        abortOnError: false,
      });
      try {
        await command(app, process.argv.slice(2), context);
      } finally {
        await app.close();
      }
    } finally {
      await context.close();
    }
  } catch (error) {
    console.error(error instanceof OneLineError ? error.message : error);
    process.exitCode = 1;
  }
}
