import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { OneLineError } from '#infrastructure/one-line-error.ts';
import { openGround } from '#infrastructure/open-ground.ts';
import { ProjectionRebuild } from '#infrastructure/projections/projection-rebuild.ts';
import { AppModule } from '../app.module.ts';

const USAGE =
  'Usage: npm run projections -- status | npm run projections -- rebuild NAME … | npm run projections -- drop NAME VERSION';

/**
 * Beside a running product or alone: `status` tells how far the read models are, `rebuild` makes them anew, `drop` removes
 * a version that no process runs any more.
 */
async function run([command, ...names]: readonly string[]): Promise<void> {
  const [name = '', version = ''] = names;
  const isDrop = command === 'drop' && names.length === 2 && /^v?\d{1,6}$/u.test(version);
  if (command !== 'status' && !isDrop && !(command === 'rebuild' && names.length > 0))
    throw new OneLineError(USAGE);
  // No role: this process runs no readers and no work of its own.
  const configuration = Object.assign(readConfiguration(process.env), { roles: new Set() });
  const ground = await openGround(configuration, { attach: true });
  const app = await NestFactory.createApplicationContext(AppModule.on(ground), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    const rebuild = app.get(ProjectionRebuild);
    if (command === 'status') for (const line of await rebuild.status()) console.log(line);
    else if (isDrop) console.log(await rebuild.drop(name, Number(version.replace('v', ''))));
    else for (const name of names) console.log(await rebuild.run(name, console.log));
  } finally {
    await app.close();
    await ground.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof OneLineError ? error.message : error);
  process.exitCode = 1;
}
