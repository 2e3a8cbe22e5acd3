import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { CONSENT_TEXT } from '@posthorn/contracts/integrations/consent-text';
import { DomainError } from '@posthorn/event-sourcing';

/** The code was not taken, or what came with it cannot be used. Nothing is known about the person. */
export class ConsentFailed extends DomainError {
  readonly code = 'integrations.consent-failed';
  constructor(
    platform: string,
    readonly words: string | null = null,
    /** Of the token endpoint, where it named one. */
    readonly errorCode: string | null = null,
  ) {
    super(CONNECT_TEXT.consentFailed(platform, words));
  }
}

/** The person unticked what publishing cannot do without. */
export class ScopesAreMissing extends DomainError {
  readonly code = 'integrations.scopes-missing';
  constructor(platform: string, scopes: readonly string[]) {
    super(CONNECT_TEXT.scopesMissing(platform, scopes.join(', ')));
  }
}

/** Consent was given, but there is nothing to publish on: no page, no channel, no profile. `what` names it. */
export class NoAccountFound extends DomainError {
  readonly code = 'integrations.no-account';
  constructor(platform: string, what: string) {
    super(CONNECT_TEXT.noAccount(platform, what));
  }
}

/** The account is a person's own; its platform lets programs publish for professional ones only. */
export class PersonalAccount extends DomainError {
  readonly code = 'integrations.personal-account';
  constructor(platform: string) {
    super(CONSENT_TEXT['personal-account'](platform));
  }
}

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
