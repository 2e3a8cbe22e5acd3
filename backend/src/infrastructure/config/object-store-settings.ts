import type { Variables } from './variables.ts';

/** An S3-compatible store. `endpoint` has no trailing slash; both keys are secrets. */
export type ObjectStoreSettings = Readonly<{
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The most bytes that local copies of objects may use. */
  cacheBytes: number;
}>;

const REGION = 'us-east-1';
const CACHE_GB = 2;
/** The rules of S3 for bucket names (docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html). */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u;
/** The characters that an HTTP header and a signature can carry. */
const KEY = /^[!-~]+$/u;

/**
 * Reads `S3_ENDPOINT`, `S3_BUCKET`, `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY` (all or none), then `S3_REGION`. `MEDIA_CACHE_GB` limits
 * the local copies. Null: media are in `DATA_DIR`.
 */
export function readObjectStoreSettings(read: Variables): ObjectStoreSettings | null {
  const cacheBytes = read.count('MEDIA_CACHE_GB', CACHE_GB) * 1024 ** 3;
  // Not `operatorUrl`: only the S3 client calls this URL, and that client does not use `SafeHttp`.
  const endpoint = read.optionalUrl('S3_ENDPOINT', ['http:', 'https:'])?.replace(/\/+$/u, '') ?? null;
  const bucket = read.optionalText('S3_BUCKET');
  const region = read.optionalText('S3_REGION');
  const accessKeyId = read.optionalText('S3_ACCESS_KEY_ID');
  const secretAccessKey = read.optionalText('S3_SECRET_ACCESS_KEY');
  const required = {
    S3_ENDPOINT: endpoint ?? read.optionalText('S3_ENDPOINT'),
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const missing = Object.entries(required).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length === Object.keys(required).length && region === null) return null;
  for (const name of missing)
    read.refuse(
      name,
      'is missing: set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or none of the four',
    );
  // Messages must not contain the keys, which are secrets.
  for (const [name, key] of [
    ['S3_ACCESS_KEY_ID', accessKeyId],
    ['S3_SECRET_ACCESS_KEY', secretAccessKey],
  ] as const)
    if (key !== null && !KEY.test(key)) read.refuse(name, 'has a space or a sign that no key has');
  if (bucket !== null && !BUCKET.test(bucket))
    read.refuse('S3_BUCKET', `is "${bucket}": use 3 to 63 small letters, digits, dots and hyphens`);
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null;
  return { endpoint, bucket, region: region ?? REGION, accessKeyId, secretAccessKey, cacheBytes };
}
