import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { CONSENT_TEXT } from '@posthorn/contracts/integrations/consent-text';
import { DomainError, refusal } from '@posthorn/contracts/shared/refusal';

/** The platform refused the consent or its code, or sent an unusable response. Posthorn knows nothing about the person. */
export class ConsentFailed extends DomainError {
  constructor(
    platform: string,
    readonly platformMessage: string | null = null,
    /** The token endpoint's error code, if the response contained one. */
    readonly errorCode: string | null = null,
  ) {
    super('integrations.consent-failed', CONNECT_TEXT.consentFailed(platform, platformMessage));
  }
}

/** The person did not grant a permission that publishing needs. */
export class ScopesAreMissing extends refusal(
  'integrations.scopes-missing',
  (platform: string, scopes: readonly string[]) => CONNECT_TEXT.scopesMissing(platform, scopes.join(', ')),
) {}

/** The person gave consent but has nothing to publish on, such as a page, a channel or a profile. */
export class NoAccountFound extends refusal('integrations.no-account', CONNECT_TEXT.noAccount) {}

/** The account is personal, but its platform lets programs publish only on professional accounts. */
export class PersonalAccount extends refusal(
  'integrations.personal-account',
  CONSENT_TEXT['personal-account'],
) {}

/**
 * @throws ScopesAreMissing. An empty `granted` means that the platform did not list the scopes. In this case, the first call shows whether a scope is
 * missing.
 */
export function refuseMissingScopes(
  platform: string,
  needed: readonly string[],
  granted: readonly string[],
): void {
  if (granted.length === 0) return;
  const missing = needed.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) throw new ScopesAreMissing(platform, missing);
}
