import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { CONSENT_TEXT } from '@posthorn/contracts/integrations/consent-text';
import { DomainError, refusal } from '@posthorn/contracts/shared/refusal';

/** The code was not taken, or what came with it cannot be used. Nothing is known about the person. */
export class ConsentFailed extends DomainError {
  constructor(
    platform: string,
    readonly words: string | null = null,
    /** Of the token endpoint, where it named one. */
    readonly errorCode: string | null = null,
  ) {
    super('integrations.consent-failed', CONNECT_TEXT.consentFailed(platform, words));
  }
}

/** The person unticked what publishing cannot do without. */
export class ScopesAreMissing extends refusal(
  'integrations.scopes-missing',
  (platform: string, scopes: readonly string[]) => CONNECT_TEXT.scopesMissing(platform, scopes.join(', ')),
) {}

/** Consent was given, but there is nothing to publish on: no page, no channel, no profile. `what` names it. */
export class NoAccountFound extends refusal('integrations.no-account', CONNECT_TEXT.noAccount) {}

/** The account is a person's own; its platform lets programs publish for professional ones only. */
export class PersonalAccount extends refusal(
  'integrations.personal-account',
  CONSENT_TEXT['personal-account'],
) {}

/** @throws ScopesAreMissing. An empty `granted` means that the platform did not say: then the first call will tell. */
export function refuseMissingScopes(
  platform: string,
  needed: readonly string[],
  granted: readonly string[],
): void {
  if (granted.length === 0) return;
  const missing = needed.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) throw new ScopesAreMissing(platform, missing);
}
