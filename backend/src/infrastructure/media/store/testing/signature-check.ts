import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type SigningKey = Readonly<{ accessKeyId: string; secretAccessKey: string; region: string }>;
/** An S3 error code and its status. */
export type SignatureRefusal = Readonly<{ status: number; code: string }>;

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, SignedHeaders=(?<signed>[a-z0-9;-]+), Signature=(?<signature>[0-9a-f]{64})$/u;
const SKEW_MS = 15 * 60_000;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Checks Signature Version 4 in the header, with the digest of the whole body signed
 * (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). It is as strict as the strictest stores. It refuses a body that is
 * unsigned or signed in pieces, and any checksum or trailer.
 */
export function refusalOf(request: IncomingMessage, body: Buffer, key: SigningKey): SignatureRefusal | null {
  const { headers } = request;
  const fields = HEADER.exec(headers.authorization ?? '')?.groups;
  const digest = headerOf(request, 'x-amz-content-sha256');
  const date = headerOf(request, 'x-amz-date');
  if (!fields) return { status: 403, code: 'AccessDenied' };
  const extra = Object.keys(headers).find((name) => name.startsWith('x-amz-checksum-'));
  if (extra !== undefined || 'x-amz-trailer' in headers || 'x-amz-sdk-checksum-algorithm' in headers)
    return { status: 501, code: 'NotImplemented' };
  if (!/^[0-9a-f]{64}$/u.test(digest)) return { status: 501, code: 'NotImplemented' };
  const { id = '', day = '', region = '', signed = '', signature = '' } = fields;
  if (id !== key.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== key.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  if (!date.startsWith(day) || Math.abs(instantOf(date) - Date.now()) > SKEW_MS)
    return { status: 403, code: 'RequestTimeTooSkewed' };
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return { status: 403, code: 'AccessDenied' };
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonical = sha256(canonicalRequest(request, names, digest));
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${key.secretAccessKey}`,
  );
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', date, scope, canonical].join('\n'));
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
    return { status: 403, code: 'SignatureDoesNotMatch' };
  return sha256(body) === digest ? null : { status: 400, code: 'XAmzContentSHA256Mismatch' };
}

function canonicalRequest(request: IncomingMessage, names: readonly string[], digest: string): string {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const lines = names.map((name) => `${name}:${headerOf(request, name).trim()}\n`).join('');
  return [request.method ?? '', pathname, query, lines, names.join(';'), digest].join('\n');
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name] ?? '';
  return Array.isArray(value) ? value.join(',') : value;
}

/** Milliseconds since 1970 of `20261124T140829Z`. */
const instantOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, '$1-$2-$3T$4:$5:$6Z'));
