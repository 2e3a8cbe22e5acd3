import 'reflect-metadata';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { surveyEventStoreDb } from '@posthorn/event-store/event-store-db-survey';
import type { ObjectStoreSettings } from '#infrastructure/config/object-store-settings.ts';
import { superuserRole } from '#infrastructure/database/superuser.ts';
import { loadSharp } from '#infrastructure/media/drawing/load-sharp.ts';
import { tryMailServer } from '#infrastructure/mail/try-mail-server.ts';
import { objectStoreProblem } from '#infrastructure/media/store/try-object-store.ts';
import { forTerminal } from '#infrastructure/observability/terminal-text.ts';
import type { Finding } from '#infrastructure/operations/finding.ts';
import { inventedWords } from '#infrastructure/operations/invented-words.ts';
import { DiagnosePlatforms } from '#modules/integrations/features/diagnose-platforms/diagnose-platforms.query.ts';
import { DiagnoseInbox } from '#modules/inbox/features/diagnose-inbox/diagnose-inbox.query.ts';
import { DiagnoseBilling } from '#modules/billing/features/diagnose-billing/diagnose-billing.query.ts';
import { MakePrices } from '#modules/billing/features/make-prices/make-prices.command.ts';
import { withApp } from './with-app.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = {
  good: 'ok     ',
  note: 'note   ',
  unclear: 'unclear',
  bad: 'FIX    ',
};

// Tries every configured key, callback address and permission, and reports what to correct. Ends with 1 when it found a problem.
await withApp({ attach: true, quiet: true }, async (app, words, { startLines, database, configuration }) => {
  if (words.includes('--create-prices')) {
    const made = await app.get(CommandBus).execute(new MakePrices());
    console.log(forTerminal(made.length === 0 ? 'All prices are there.' : `Made ${made.join(', ')}.`));
  }
  for (const line of startLines) console.log(`${MARKS.note}  ${line}`);
  // A start makes the role of the embedded server a plain one.
  const superuser = configuration.databaseUrl === null ? null : await superuserRole(database.pool);
  if (superuser !== null) {
    console.log(
      forTerminal(
        `${MARKS.note}  DATABASE_URL: the role ${superuser} is a superuser. Use a role that only owns this database.`,
      ),
    );
  }
  const server =
    configuration.eventStoreUrl === null ? [] : await surveyEventStoreDb(configuration.eventStoreUrl);
  const findings: Finding[] = [
    ...(await pictures()),
    ...(await objects(configuration.objectStore)),
    ...(await mails(configuration.smtpUrl)),
    ...inventedWords(configuration.publicUrl),
    ...server.map((finding) => ({ ...finding, about: 'EVENTSTORE_URL' })),
    ...(await app.get(QueryBus).execute(new DiagnosePlatforms())),
    ...(await app.get(QueryBus).execute(new DiagnoseInbox())),
    ...(await app.get(QueryBus).execute(new DiagnoseBilling())),
  ];
  for (const { state, about, text } of findings)
    console.log(forTerminal(`${MARKS[state]}  ${about}: ${text}`));
  const bad = findings.filter(({ state }) => state === 'bad').length;
  console.log(bad === 0 ? 'Nothing to fix.' : `${String(bad)} to fix.`);
  if (bad > 0) process.exitCode = 1;
});

/** The native part is loaded with the first picture. The check finds earlier that it does not work here. */
async function pictures(): Promise<Finding[]> {
  try {
    await loadSharp();
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      {
        state: 'bad',
        about: 'pictures',
        text: `they cannot be read on this machine: ${why.split('\n')[0] ?? why}`,
      },
    ];
  }
}

/** A start does not try the mail server: it may come up later. */
async function mails(url: string | null): Promise<Finding[]> {
  return url === null ? [] : [{ about: 'SMTP_URL', ...(await tryMailServer(url)) }];
}

/** The same check as at a start, which fails without it. */
async function objects(store: ObjectStoreSettings | null): Promise<Finding[]> {
  if (store === null) return [];
  const trouble = await objectStoreProblem(store);
  const about = `media (${store.bucket})`;
  return trouble === null
    ? [{ state: 'good', about, text: 'objects can be written, read and deleted.' }]
    : [{ state: 'bad', about, text: trouble }];
}
