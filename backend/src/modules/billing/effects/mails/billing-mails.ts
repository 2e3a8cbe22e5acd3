import { Configuration } from '#infrastructure/config/configuration.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { defineMails } from '#infrastructure/mail/define-mails.ts';
import { mailRefused } from '#infrastructure/mail/send-mail.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import { billingMails } from '../../domain/mail/billing-mail.ts';
import { isStillTrue, MAILED_EVENTS, mailsAbout } from '../../domain/mail/mails-about.ts';
import type { SubscriptionEvent } from '../../domain/subscription/subscription-events.ts';
import { subscriptionStream } from '../../domain/subscription/subscription.ts';
import { billingMailWords } from '../../pages/mails/billing-mail-words.ts';

export const BillingMails = defineMails({
  name: 'billing-mail',
  loop: 'billing.mails',
  logger: 'billing',
  story: billingMails,
  open: { name: 'billing.open-mails', table: 'billing_mail_due' },
  needs: { reader: EventReader, addresses: MailAddresses, configuration: Configuration },
  requestedBy: (request): Process<SubscriptionEvent> => ({
    name: 'billing.want-mails',
    categories: [subscriptionStream.category],
    types: MAILED_EVENTS,
    from: 'now',
    handle: async (event) => {
      for (const mail of mailsAbout(event, event.id, event.meta.at)) await request(mail);
    },
  }),
  slots: 2,
  write: async ({ userId, mailId, ...request }, { reader, addresses, configuration }) => {
    const { state } = await reader.load(subscriptionStream, userId);
    if (!isStillTrue(state, request)) return mailRefused('no-longer-true');
    const to = await addresses.addressOf(userId);
    if (to === null) return mailRefused('no-address');
    const words = billingMailWords(request.kind, state, configuration.publicUrl);
    return writeMail(to, words, mailId);
  },
});
