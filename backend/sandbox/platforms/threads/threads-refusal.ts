import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

type Detail = Readonly<{ type?: string; subcode?: number; transient?: boolean; words?: string }>;

/** The error body that Meta's APIs share. */
export const refusal = (
  status: number,
  code: number,
  message: string,
  { type = 'THApiException', subcode, transient, words }: Detail = {},
): Refusal =>
  new Refusal(status, {
    error: {
      message,
      type,
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(transient !== undefined && { is_transient: transient }),
      ...(words !== undefined && { error_user_msg: words }),
      fbtrace_id: 'AsandboxTrace',
    },
  });

export const invalidParameter = (words: string): Refusal => refusal(400, 100, words);

export const badToken = (reason: 'unknown' | 'expired' | 'revoked'): Refusal => {
  const type = 'OAuthException';
  if (reason === 'expired')
    return refusal(401, 190, 'Error validating access token: Session has expired.', { type, subcode: 463 });
  if (reason === 'revoked')
    return refusal(401, 190, 'Error validating access token: The user has not authorized application.', {
      type,
      subcode: 458,
    });
  return refusal(401, 190, 'Invalid OAuth access token - Cannot parse access token', { type });
};

export const notPermitted = (): Refusal =>
  refusal(403, 10, 'Application does not have permission for this action', { type: 'OAuthException' });

export const missingObject = (id: string): Refusal =>
  refusal(
    400,
    100,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { type: 'GraphMethodException', subcode: 33 },
  );

export const mediaNotFound = (id: string): Refusal =>
  refusal(400, 24, 'The requested resource does not exist', {
    type: 'OAuthException',
    subcode: 4279009,
    transient: false,
    words: `The media with id ${id} cannot be found.`,
  });

export const quotaUsedUp = (words: string): Refusal =>
  refusal(403, 613, 'Calls to this api have exceeded the rate limit.', { type: 'OAuthException', words });

export const faultWords: FaultWords = {
  refusedAfterAll: () => refusal(400, 20, 'Fatal', { subcode: 1772107 }),
  serverError: () =>
    refusal(500, 1, 'An unknown error occurred', { type: 'OAuthException', transient: true }),
  tooMany: (seconds) =>
    new Refusal(
      429,
      { error: { message: 'Application request limit reached', type: 'OAuthException', code: 4 } },
      { 'Retry-After': String(seconds) },
    ),
};
