import { streamName } from '@posthorn/event-sourcing';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { hasErased } from '#infrastructure/event-log/personal-field.ts';
import { defineMails } from '#infrastructure/mail/define-mails.ts';
import { mailRefused } from '#infrastructure/mail/send-mail.ts';
import { writeMail, type MailWords } from '#infrastructure/mail/write-mail.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import {
  webhookStream,
  type EndpointOwnerAsked,
  type EndpointSuspended,
} from '../../domain/webhook/webhook.ts';
import { webhookMails, type WebhookMailReason } from '../../domain/webhook/webhook-mail.ts';
import { WEBHOOK_MAIL_TEXT as TEXT } from '../../pages/mails/messages.en.ts';

/**
 * A receiver's URL may contain a secret, so a mail contains only its host.
 * @param publicUrl without a slash at its end
 */
export const webhookMailWords = (url: string, reason: WebhookMailReason, publicUrl: string): MailWords => ({
  subject: reason === 'owner-asked' ? TEXT.askedSubject : TEXT.subject,
  before: [TEXT.before[reason](URL.parse(url)?.host ?? '')],
  link: { label: TEXT.button, url: `${publicUrl}/settings` },
  after: [TEXT.after[reason], TEXT.help],
});

const mailIdOf = (eventId: string): string => `webhook-${eventId}`;

/** The id of the event that last suspended this endpoint. Empty: there is none. */
async function lastSuspensionOf(endpointId: string, reader: EventReader): Promise<string> {
  let last = '';
  for await (const { id, type } of reader.stored(streamName(webhookStream, endpointId)))
    if (type === 'EndpointSuspended') last = id;
  return last;
}

/** Mails about an endpoint that is suspended, or about which the owner must decide. A mail is sent only if this is still true at that time. */
export const WebhookMails = defineMails({
  name: 'webhook-mail',
  loop: 'external.webhook-mails',
  logger: 'external-api',
  story: webhookMails,
  open: { name: 'external.open-webhook-mails', table: 'webhook_mail_due' },
  needs: { reader: EventReader, addresses: MailAddresses, configuration: Configuration },
  // One mail for each suspension and each question. Its id derives from the event, so a repeated event sends no second mail.
  requestedBy: (request): Process<EndpointSuspended | EndpointOwnerAsked> => ({
    name: 'external.want-webhook-mails',
    categories: [webhookStream.category],
    types: ['EndpointSuspended', 'EndpointOwnerAsked'],
    from: 'now',
    handle: async ({ id, data, meta }) => {
      const { ownerId: userId, endpointId } = data;
      const reason = 'reason' in data ? data.reason : 'owner-asked';
      await request({ userId, mailId: mailIdOf(id), dueAt: meta.at, endpointId, reason });
    },
  }),
  slots: 2,
  write: async ({ userId, mailId, endpointId, reason }, { reader, addresses, configuration }) => {
    const { endpoint } = (await reader.load(webhookStream, endpointId)).state;
    const isAsked = reason === 'owner-asked';
    const about = isAsked ? endpoint?.askedAbout && reason : endpoint?.suspendedBecause;
    if (!endpoint || !about) return mailRefused('no-longer-true');
    // The endpoint was resumed and suspended again, and the later suspension has its own mail.
    if (!isAsked && mailId !== mailIdOf(await lastSuspensionOf(endpointId, reader)))
      return mailRefused('no-longer-true');
    if (hasErased(endpoint.url)) return mailRefused('erased');
    const to = await addresses.addressOf(userId);
    if (to === null) return mailRefused('no-address');
    return writeMail(to, webhookMailWords(endpoint.url, about, configuration.publicUrl), mailId);
  },
});
