import { createHash, randomBytes } from 'node:crypto';
import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

type ExtraFields = Readonly<{
  subcode?: number;
  status?: number;
  type?: string;
  /** The message that the app should show to its user. */
  forUser?: string;
  transient?: boolean;
  data?: object;
  headers?: Readonly<Record<string, string>>;
}>;

/** An error in the format that all Graph API calls share. */
export function graphRefusal(code: number, message: string, extra: ExtraFields = {}): Refusal {
  const { subcode, status = 400, type = 'OAuthException', forUser, transient = false, data } = extra;
  const error = {
    message,
    type,
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(data && { error_data: data }),
    is_transient: transient,
    ...(forUser !== undefined && { error_user_title: 'Not possible', error_user_msg: forUser }),
    fbtrace_id: randomBytes(8).toString('base64url'),
  };
  return new Refusal(status, { error }, extra.headers);
}

export const invalidParameter = (message: string): Refusal => graphRefusal(100, `(#100) ${message}`);

/** Meta sends the same response for a missing object and for an object of another account. */
export const missingObject = (method: string, id: string): Refusal =>
  graphRefusal(
    100,
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33, type: 'GraphMethodException' },
  );

export const missingPermission = (scope: string): Refusal =>
  graphRefusal(200, `(#200) Requires ${scope} permission to manage the object`, { status: 403 });

/** The Graph API does not use 429. Throttling is a 400, and a header contains the number of minutes until the throttling ends. */
const throttled =
  (code: number, message: string, useCase: string, accountId: string) =>
  (seconds: number): Refusal => {
    const estimate = {
      type: useCase,
      call_count: 100,
      total_cputime: 20,
      total_time: 20,
      estimated_time_to_regain_access: Math.max(1, Math.ceil(seconds / 60)),
    };
    return graphRefusal(code, message, {
      headers: { 'X-Business-Use-Case-Usage': JSON.stringify({ [accountId]: [estimate] }) },
    });
  };

const serverError = (): Refusal =>
  graphRefusal(2, 'An unexpected error has occurred. Please retry your request later.', {
    status: 500,
    transient: true,
  });

/** Instagram has sent this error although it had created the comment. */
const refusedAfterAll = (): Refusal =>
  graphRefusal(20, 'Fatal', { subcode: 1772107, forUser: 'Something went wrong. Please try again later.' });

export const pageFaults = (pageId: string): FaultWords => ({
  serverError,
  refusedAfterAll,
  tooMany: throttled(32, '(#32) Page request limit reached', 'pages', pageId),
});

export const instagramFaults = (accountId: string): FaultWords => ({
  serverError,
  refusedAfterAll,
  tooMany: throttled(
    80002,
    'There have been too many calls to this Instagram account. Wait a bit and try again.',
    'instagram',
    accountId,
  ),
});

/** An id with the given number of digits, the same for the same seed. */
export const numericId = (seed: string, digits: number): string =>
  String(BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`)).slice(0, digits);

export const TOKEN_SUBCODES = { unknown: undefined, expired: 463, revoked: 460 } as const;

export const refusedToken = (why: keyof typeof TOKEN_SUBCODES): Refusal =>
  why === 'unknown'
    ? graphRefusal(190, 'Invalid OAuth access token - Cannot parse access token')
    : graphRefusal(190, 'Error validating access token: Session has expired or was invalidated.', {
        subcode: TOKEN_SUBCODES[why],
      });
