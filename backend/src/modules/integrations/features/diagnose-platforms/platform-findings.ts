import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Finding } from '#infrastructure/operations/finding.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import { APP_VARIABLES } from '#infrastructure/config/platform-apps.ts';
import { PLATFORM_SCOPES } from '#infrastructure/config/platform-scopes.ts';
import type { WebhookVerifier } from '#connectors/contract/webhook.ts';

/**
 * `why`: a sentence on why the account's comments cannot be read; null: no reason is known without a call to
 * the platform.
 */
export type CommentReadiness = Readonly<{ platform: Platform; why: string | null }>;

/**
 * Reports for each platform how many accounts' comments can be read with the granted permissions, and why
 * others cannot.
 */
export function commentFindings(accounts: readonly CommentReadiness[]): readonly Finding[] {
  const keyOf = ({ platform, why }: CommentReadiness) => JSON.stringify([platform, why]);
  const groups = new Map(accounts.map((account) => [keyOf(account), account]));
  return [...groups].map(([key, { platform: about, why }]): Finding => {
    const count = accounts.filter((account) => keyOf(account) === key).length;
    const subject = `Comments of ${String(count)} ${count === 1 ? 'account' : 'accounts'}`;
    return why === null
      ? { about, state: 'good', text: `${subject} can be read.` }
      : { about, state: 'note', text: `${subject} cannot be read: ${why}` };
  });
}

/** The missing and the unused permissions in the operator's `…_SCOPES` variable. */
export function scopeFindings(app: AppName, requested: readonly string[]): readonly string[] {
  const variable = `${APP_VARIABLES[app].prefix}_SCOPES`;
  const uses = PLATFORM_SCOPES[app].map((use) => ({ ...use, names: [use.scope, ...(use.instead ?? [])] }));
  const missing = uses.filter(({ names }) => !names.some((name) => requested.includes(name)));
  const used = uses.flatMap(({ names }) => names);
  const unused = requested.filter((scope) => !used.includes(scope));
  return [
    ...missing.map(
      ({ scope, features }) =>
        `${variable} leaves out ${scope}. The product needs it to ${features.join(', ')}.`,
    ),
    ...(unused.length > 0
      ? [
          `${variable} asks for ${unused.join(', ')}, which the product does not use. The platform’s review of the app would refuse this.`,
        ]
      : []),
  ];
}

/**
 * The values that an operator registers with the platform to receive webhooks about comments. Webhooks are
 * optional, because Posthorn also polls for comments.
 */
export function webhookFindings(
  verifiers: readonly WebhookVerifier[],
  app: AppName,
  publicUrl: string,
): readonly Finding[] {
  return verifiers.flatMap(({ name, registrations, missing }): Finding[] => {
    const registration = registrations.find((candidate) => candidate.app === app);
    if (!registration)
      return name === app && registrations.length === 0 && missing !== undefined
        ? [
            {
              about: app,
              state: 'note',
              text: `Comments arrive with the next reading. To get them at once, ${missing}`,
            },
          ]
        : [];
    const { fields, verifyToken } = registration;
    const token = verifyToken === null ? '' : `; verify token ${verifyToken}`;
    const address = `${publicUrl}/api/webhooks/${name}`;
    return [{ about: app, state: 'note', text: `Webhook to register: ${address}; ${fields}${token}` }];
  });
}
