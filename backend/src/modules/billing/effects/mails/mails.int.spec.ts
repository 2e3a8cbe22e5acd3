// @zones
import { randomUUID } from 'node:crypto';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { BillingModule } from '../../billing.module.ts';
import {
  subscriptionEvent,
  type PremiumCause,
  type PremiumEvent,
  type SubscriptionEvent,
} from '../../domain/subscription/subscription-events.ts';
import { subscriptionStream } from '../../domain/subscription/subscription.ts';
import { day, observed } from '../../domain/testing/subscription-samples.ts';
import { PeopleDouble, peopleOf } from '../../testing/people-double.ts';
import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { BillingMails } from './billing-mails.ts';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';

let address: string | null;
const people = new PeopleDouble();
people.address = () => address;

class TestMailer extends Mailer {
  readonly sent: Mail[] = [];
  /** The outcomes of the next mails: the server is not available, refuses the receiver, or accepts the mail but its response is lost. */
  readonly next: ('down' | 'refused' | 'lost')[] = [];
  protected override deliver(mail: Mail): Promise<void> {
    const how = this.next.shift();
    if (how === 'down') return Promise.reject(new Error('connect ECONNREFUSED'));
    if (how === 'refused')
      return Promise.reject(
        Object.assign(new Error('no'), { command: 'RCPT TO', permanent: true, response: '550 5.1.1 who?' }),
      );
    this.sent.push(mail);
    return how === 'lost' ? Promise.reject(new Error('Connection closed unexpectedly')) : Promise.resolve();
  }
}

const store = new InMemoryEventStore();
const mailer = new TestMailer();
let booted: Booted;
let user: string;

beforeAll(async () => {
  booted = await boot([peopleOf(people), BillingModule], {
    database: true,
    store,
    env: { PUBLIC_URL: 'https://posts.example' },
    bindings: [
      { provide: Mailer, useValue: mailer },
      { provide: MAILING, useValue: { ...mailTimes({}), firstRetry: 0 } },
    ],
  });
  booted.clock.set(new Date());
  // The reader ignores all earlier events.
  await booted.catchUp();
}, 120_000);
afterAll(() => booted.close());
beforeEach(() => {
  user = randomUUID();
  address = `${user}@example.com`;
  mailer.sent.length = 0;
});

const premiumEvent = (type: PremiumEvent['type'], cause: PremiumCause = 'subscription'): PremiumEvent =>
  type === 'PremiumGranted'
    ? subscriptionEvent(type, { userId: user, cause })
    : subscriptionEvent(type, { userId: user, cause, plan: 'free' });
const ofUser = <E extends SubscriptionEvent>(event: E): E => ({
  ...event,
  data: { ...event.data, userId: user },
});
const pastDue = (changes = {}) =>
  ofUser(observed({ status: 'past_due', pastDueSince: booted.clock.now().toISOString(), ...changes }));
async function record(...events: readonly SubscriptionEvent[]) {
  const cause = { actor: { kind: 'system', id: 'spec' }, correlationId: 'r', causationId: 'r' } as const;
  await booted.app
    .get(CauseContext)
    .run(cause, () => booted.app.get(StreamWriter).decide(subscriptionStream, user, () => [...events]));
}
/** Runs all steps twice, because a repetition must not send a mail again. */
async function sendMails() {
  for (let times = 0; times < 2; times += 1) {
    await booted.catchUp();
    await booted.app.get(BillingMails).round();
  }
}
const makeDue = () =>
  booted.database?.pool.query(
    `update ${effectsView('billing_mail_due')} set due_at = now() where owner_id = $1`,
    [user],
  );
const subjects = () => mailer.sent.map(({ subject }) => subject);

it('sends one welcome mail, in text and HTML, with a link to the app', async () => {
  await record(ofUser(observed()), premiumEvent('PremiumGranted'));
  await sendMails();
  expect(mailer.sent).toMatchObject([
    {
      to: address,
      subject: 'Welcome to Posthorn Premium',
      id: expect.stringMatching(/^welcome-/u),
      text: expect.stringContaining('\nhttps://posts.example/\n'),
      html: expect.stringContaining('href="https://posts.example/"'),
    },
  ]);
  expect(mailer.sent[0]?.text).toMatch(/The next\spayment,\s\$\d+,\sis\son\sJanuary\s31,\s2030\./u);
});
it('reports a failed payment once for each bill, with the date on which Premium ends and a link to update the card', async () => {
  await record(premiumEvent('PremiumGranted', 'complimentary'), premiumEvent('PremiumGranted'), pastDue());
  await record(pastDue({ periodEnd: day(31) }));
  await sendMails();
  expect(subjects().sort()).toEqual(['Welcome to Posthorn Premium', 'Your last payment failed']);
  const mail = mailer.sent.find(({ subject }) => subject === 'Your last payment failed');
  const ends = new Date(booted.clock.now().getTime() + 14 * 86_400_000);
  const written = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(ends);
  expect(mail?.text.replace(/\s+/gu, ' ')).toContain(`Premium stays on until ${written}.`);
  expect(mail?.text).toContain('Update your card:\nhttps://posts.example/settings?billing=back\n');
});
it('does not report a failed payment to a user who has paid since then', async () => {
  await record(premiumEvent('PremiumGranted'), pastDue(), ofUser(observed()));
  await sendMails();
  await makeDue();
  await sendMails();
  expect(subjects()).toEqual(['Welcome to Posthorn Premium']);
});
it('reports the end of Premium, unless the user also has complimentary Premium', async () => {
  await record(premiumEvent('PremiumGranted'), premiumEvent('PremiumEnded'));
  await sendMails();
  expect(subjects()).toEqual(['Your Posthorn Premium has ended']);
  expect(mailer.sent[0]?.html).toContain('href="https://posts.example/subscribe"');
  await record(
    premiumEvent('PremiumGranted'),
    premiumEvent('PremiumGranted', 'complimentary'),
    premiumEvent('PremiumEnded'),
  );
  await sendMails();
  expect(mailer.sent).toHaveLength(1);
});
it('retries when the mail server is not available, with the same id after a lost response', async () => {
  mailer.next.push('down', 'lost');
  await record(premiumEvent('PremiumGranted'));
  await sendMails();
  await sendMails();
  const [first, again, ...others] = mailer.sent;
  expect(again?.id).toBe(first?.id);
  expect(others).toEqual([]);
  const story = store.historyOf(`billingMail-${first?.id ?? ''}`).map(({ type }) => type);
  expect(story).toEqual([
    ...['BillingMailWanted', 'BillingMailAttempted', 'BillingMailFailed', 'BillingMailAttempted'],
    ...['BillingMailFailed', 'BillingMailAttempted', 'BillingMailSent'],
  ]);
});
it('stops for an address that refuses mail, and does not send a mail to a user without an address', async () => {
  mailer.next.push('refused');
  await record(premiumEvent('PremiumGranted'));
  await sendMails();
  address = null;
  await record(premiumEvent('PremiumEnded'));
  await sendMails();
  expect(mailer.sent).toEqual([]);
  const rows = await booted.database?.pool.query(
    `select 1 from ${effectsView('billing_mail_due')} where owner_id = $1`,
    [user],
  );
  expect(rows?.rowCount).toBe(0);
});
