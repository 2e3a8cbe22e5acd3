import 'reflect-metadata';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { surveyEventStoreDb } from '@posthorn/event-store/event-store-db-survey';
import type { ObjectStoreSettings } from '#infrastructure/config/object-store-settings.ts';
import { superuserRole } from '#infrastructure/database/superuser.ts';
import { loadSharp } from '#infrastructure/media/drawing/load-sharp.ts';
import { tryMailServer } from '#infrastructure/mail/try-mail-server.ts';
import { MediaStore, MediaStoreUnavailable } from '#infrastructure/media/store/media-store.ts';
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

// Tries every configured key, callback URL and permission, and prints what the operator must correct. The
// exit code is 1 when this check found a problem.
await withApp({ attach: true, quiet: true }, async (app, words, { startLines, database, configuration }) => {
  if (words.includes('--create-prices')) {
    const createdPrices = await app.get(CommandBus).execute(new MakePrices());
    console.log(
      forTerminal(createdPrices.length === 0 ? 'All prices are there.' : `Made ${createdPrices.join(', ')}.`),
    );
  }
  for (const line of startLines) console.log(`${MARKS.note}  ${line}`);
  // For the embedded server (no DATABASE_URL), the start itself removes the superuser right.
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
    ...(await objects(configuration.objectStore, app.get(MediaStore, { strict: false }))),
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

/**
 * The product loads the native part of sharp only with the first picture. This check reports earlier that
 * sharp cannot be loaded.
 */
async function pictures(): Promise<Finding[]> {
  try {
    await loadSharp();
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      {
        state: 'bad',
        about: 'pictures',
        text: `they cannot be read on this machine: ${reason.split('\n')[0] ?? reason}`,
      },
    ];
  }
}

/** Only this command connects to the mail server. The product also starts while the mail server is down. */
async function mails(url: string | null): Promise<Finding[]> {
  return url === null ? [] : [{ about: 'SMTP_URL', ...(await tryMailServer(url)) }];
}

/**
 * Runs the check of an object store that the product also runs when it starts. The product does not start when this
 * check fails. A product whose media are on the disk starts without them, but does not use them.
 */
async function objects(store: ObjectStoreSettings | null, media: MediaStore): Promise<Finding[]> {
  if (store === null) return folderOfMedia(media);
  const trouble = await objectStoreProblem(store);
  const about = `media (${store.bucket})`;
  return trouble === null
    ? [{ state: 'good', about, text: 'objects can be written, read and deleted.' }]
    : [{ state: 'bad', about, text: trouble }];
}

async function folderOfMedia(media: MediaStore): Promise<Finding[]> {
  try {
    await media.check();
    return [];
  } catch (error) {
    if (!(error instanceof MediaStoreUnavailable)) throw error;
    return [{ state: 'bad', about: 'media', text: `${error.explanation}.` }];
  }
}
