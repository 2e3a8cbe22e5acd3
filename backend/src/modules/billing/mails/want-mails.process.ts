import type { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { billingMails } from '../domain/billing-mail.ts';
import { MAILED_EVENTS, mailsAbout } from '../domain/mails-about.ts';
import type { SubscriptionEvent } from '../domain/subscription-events.ts';
import { subscriptionStream } from '../domain/subscription.ts';

/** Only what comes from now on: nobody is told of what happened before there were mails, nor of what a rebuild reads again. */
export const wantMails = (writer: StreamWriter): Process<SubscriptionEvent> => ({
  name: 'billing.want-mails',
  categories: [subscriptionStream.category],
  types: MAILED_EVENTS,
  from: 'now',
  handle: async (event) => {
    for (const mail of mailsAbout(event, event.id, event.meta.at))
      await writer.decide(billingMails.stream, mail.mailId, (state) => billingMails.want(state, mail));
  },
});
