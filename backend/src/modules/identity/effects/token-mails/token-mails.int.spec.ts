import { DAY_MS } from '@posthorn/contracts/shared/durations';
import {
  createApiToken,
  deleteApiToken,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { bootIdentity, NOON, type BootedIdentity } from '../../testing/boot-identity.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { TestMailer } from '../../testing/test-mailer.ts';
import { TokenMails } from './token-mails.ts';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';

const store = new InMemoryEventStore();
const mailer = new TestMailer();
/** The database's clock. */
const clock = new FixedClock(NOON);
let product: BootedIdentity;
let ana: TestBrowser;
beforeAll(async () => {
  const databaseClock = { now: () => Promise.resolve(clock.now()), heard: () => undefined };
  product = await bootIdentity({
    store,
    bindings: [
      { provide: Mailer, useValue: mailer },
      { provide: DatabaseClock, useValue: databaseClock },
    ],
  });
  // The reader ignores all earlier events.
  await product.catchUp();
  ana = await product.signedIn('ana@example.com');
}, 60_000);
beforeEach(async () => {
  mailer.sent.length = 0;
  clock.set(NOON);
  await product.reset();
});
afterAll(() => product.close());

async function createToken(expiresInDays?: number, name = 'My blog'): Promise<CreatedApiTokenView> {
  const json = { name, ...(expiresInDays !== undefined && { expiresInDays }) };
  return (await ana.send('POST', createApiToken.path, { json })).body as CreatedApiTokenView;
}
/** Runs all steps twice, because a repetition must not send a mail again. Returns the texts of all expiry mails. */
async function sendMails(days: number): Promise<readonly string[]> {
  const now = new Date(NOON.getTime() + days * DAY_MS);
  clock.set(now);
  product.clock.set(now);
  for (let times = 0; times < 2; times += 1) {
    await product.catchUp();
    // The database uses its own clock, which the spec cannot change.
    await product.pool.query(
      `update ${effectsView('api_token_mail_due')} set due_at = now() where due_at <= $1`,
      [now],
    );
    await product.app.get(TokenMails).round();
  }
  return mailer
    .to('ana@example.com')
    .filter(({ subject }) => subject.includes('expires soon'))
    .map(({ text }) => text.replace(/\s+/gu, ' '));
}

it('sends one mail, a week before a token expires, with its name and date', async () => {
  const { id, token } = await createToken(30);
  expect(await sendMails(22.9)).toEqual([]);
  const [text, ...others] = await sendMails(23.1);
  expect(others).toEqual([]);
  expect(text).toContain('Your API token “My blog” expires on January 31, 2030.');
  expect(text).not.toContain(token);
  expect(await sendMails(25)).toHaveLength(1);
  expect(store.historyOf(`apiTokenMail-${id}`).map(({ type }) => type)).toEqual([
    ...['ApiTokenMailWanted', 'ApiTokenMailAttempted', 'ApiTokenMailSent'],
  ]);
});
it('does not send a mail for a token that was deleted, never expires or is valid for only a week', async () => {
  const { id } = await createToken(30);
  await ana.send('DELETE', pathOf(deleteApiToken, { id }));
  await createToken();
  await createToken(7);
  expect(await sendMails(23.1)).toEqual([]);
});
it('quotes a name that contains “[erased]”, but sends no mail about a token whose name was erased', async () => {
  expect(await createToken(30, `logs ${ERASED}`)).toMatchObject({ name: `logs ${ERASED}` });
  // The log shows an erased name in this way.
  await createToken(30, ERASED);
  const texts = await sendMails(23.1);
  expect(texts).toEqual([expect.stringContaining(`Your API token “logs ${ERASED}” expires on`)]);
});
it('does not send a mail after the token has expired', async () => {
  await createToken(30);
  expect(await sendMails(31)).toEqual([]);
});
