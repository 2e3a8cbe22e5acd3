import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { superuserRole } from '#infrastructure/database/superuser.ts';
import { OneLineError } from '#infrastructure/one-line-error.ts';
import { forTerminal } from '#infrastructure/observability/terminal-text.ts';
import { openGround } from '#infrastructure/open-ground.ts';
import { DiagnosePlatforms, type Finding } from '#modules/integrations/public.ts';
import { AppModule } from '../app.module.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = {
  good: 'ok     ',
  note: 'note   ',
  unclear: 'unclear',
  bad: 'FIX    ',
};

/** Tries every configured key, callback address and permission, and says what to put right. Ends with 1 when something is. */
async function run(): Promise<void> {
  // No role: this process publishes nothing.
  const configuration = Object.assign(readConfiguration(process.env), { roles: new Set() });
  const ground = await openGround(configuration, { attach: true });
  const app = await NestFactory.createApplicationContext(AppModule.on(ground), {
    logger: false,
    abortOnError: false,
  });
  try {
    for (const line of ground.told) console.log(`${MARKS.note}  ${line}`);
    // The embedded server is ours alone: its one role made it.
    const superuser = configuration.databaseUrl === null ? null : await superuserRole(ground.database.pool);
    if (superuser !== null) {
      console.log(
        forTerminal(
          `${MARKS.note}  DATABASE_URL: the role ${superuser} is a superuser: a role that owns this database is enough.`,
        ),
      );
    }
    const findings = await app.get(QueryBus).execute(new DiagnosePlatforms());
    for (const { state, about, text } of findings)
      console.log(forTerminal(`${MARKS[state]}  ${about}: ${text}`));
    const bad = findings.filter(({ state }) => state === 'bad').length;
    console.log(bad === 0 ? 'Nothing to fix.' : `${String(bad)} to fix.`);
    if (bad > 0) process.exitCode = 1;
  } finally {
    await app.close();
    await ground.close();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof OneLineError ? error.message : error);
  process.exitCode = 1;
}
