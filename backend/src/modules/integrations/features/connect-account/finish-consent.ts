import type { ConsentRefusal, ConsentResult } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import { DomainError } from '@posthorn/contracts/shared/refusal';
import { Logger } from '@nestjs/common';
import { codeOfCallback } from '#connectors/contract/oauth-connection.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';

/** The outcome of a consent, by error code. */
const REFUSALS: Readonly<Partial<Record<ErrorCode, ConsentRefusal>>> = {
  'integrations.scopes-missing': 'scopes',
  'integrations.no-account': 'no-account',
  'integrations.personal-account': 'personal-account',
  'integrations.account-limit-reached': 'limit',
  'integrations.server-unreachable': 'unreachable',
  'integrations.grant-of-another-account': 'other-account',
};
const logger = new Logger('accounts');

/**
 * Returns the outcome of a consent. Calls `redeem` only for a callback with a code. Every error becomes a
 * result.
 */
export async function finishConsent(
  platform: Platform,
  query: URLSearchParams,
  redeem: () => Promise<ConsentResult>,
): Promise<ConsentResult> {
  if (codeOfCallback(query) === null) {
    // RFC 6749 section 4.1.2.1 calls the error `access_denied`; one platform calls it `user_cancelled_login`.
    const isDenied = /denied|cancel/iu.test(`${query.get('error') ?? ''} ${query.get('error_reason') ?? ''}`);
    return { kind: 'refused', platform, reason: isDenied ? 'denied' : 'failed' };
  }
  try {
    return await redeem();
  } catch (error) {
    return refusalOf(platform, error);
  }
}

function refusalOf(platform: Platform, error: unknown): ConsentResult {
  if (error instanceof DomainError) {
    logger.log({
      msg: 'A consent was refused; the user sees the reason',
      platform,
      code: error.code,
      why: error.message,
    });
    return { kind: 'refused', platform, reason: REFUSALS[error.code] ?? 'failed' };
  }
  if (error instanceof OutgoingError || error instanceof BreakerOpen) {
    logger.warn({
      msg: 'A consent failed because the platform did not answer; the user sees that',
      platform,
      why: error.message,
    });
    return { kind: 'refused', platform, reason: 'unreachable' };
  }
  // The browser comes back from another site, so the user must see a page after every error.
  logger.error({
    msg: 'A consent failed with an unexpected error; the user sees a general reason',
    platform,
    err: error,
  });
  return { kind: 'refused', platform, reason: 'failed' };
}
