import { MediaStoreUnavailable } from './media-store.ts';

/** The fields of an error that the S3 client throws: those of the AWS SDK and those of Node. */
type S3SdkError = Readonly<{
  name?: unknown;
  code?: unknown;
  $metadata?: Readonly<{ httpStatusCode?: unknown }>;
}>;

/** By the codes of S3 (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const SENTENCES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID',
  AccessDenied: 'the key may not do that',
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of the bucket',
  PermanentRedirect: 'the bucket is in another region: see S3_REGION and S3_ENDPOINT',
  RequestTimeTooSkewed: 'the clock of this machine differs too much from the clock of the store',
  XAmzContentSHA256Mismatch: 'the bytes that arrived are not those that were sent',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  AbortError: 'it does not answer in time',
  TimeoutError: 'it does not answer in time',
};

/**
 * Turns a client error into one for operators: one of our sentences, or a code and a status. The store's message and the rest of the error are left
 * out, because they may repeat what was sent.
 */
export function unavailableOf(error: unknown): MediaStoreUnavailable {
  if (error instanceof MediaStoreUnavailable) return error;
  const { name, code, $metadata } = (typeof error === 'object' && error !== null ? error : {}) as S3SdkError;
  const status = typeof $metadata?.httpStatusCode === 'number' ? $metadata.httpStatusCode : null;
  const knownCode = [code, name].find((each) => typeof each === 'string' && each in SENTENCES) as
    | string
    | undefined;
  const anyCode = typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
  const sentence =
    knownCode === undefined ? `it failed (${anyCode}` : `${SENTENCES[knownCode] ?? ''} (${knownCode}`;
  return new MediaStoreUnavailable(`${sentence}${status === null ? '' : `, ${String(status)}`})`);
}

/** Whether the store was silent for too long. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/** Whether the object is missing, or at least hidden from us. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
