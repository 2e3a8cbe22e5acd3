import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Finding } from '#infrastructure/operations/finding.ts';
import type { WebhookDoor } from '#connectors/contract/webhook.ts';

/** What an operator enters at the platform, so that it tells of comments by itself. Optional: they are read in any case. */
export function webhookFindings(
  doors: readonly WebhookDoor[],
  app: AppName,
  publicUrl: string,
): readonly Finding[] {
  return doors.flatMap(({ name, registrations, missing }): Finding[] => {
    const registration = registrations.find((each) => each.app === app);
    if (!registration)
      return name === app && registrations.length === 0 && missing !== undefined
        ? [
            {
              about: app,
              state: 'note',
              text: `Comments come with the next reading; to be told of them, ${missing}`,
            },
          ]
        : [];
    const { fields, verifyToken } = registration;
    const token = verifyToken === null ? '' : `; verify token ${verifyToken}`;
    const address = `${publicUrl}/api/webhooks/${name}`;
    return [{ about: app, state: 'note', text: `Webhook to register: ${address}; ${fields}${token}` }];
  });
}
