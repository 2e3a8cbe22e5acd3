import type { Variables } from './variables.ts';

/** An S3-compatible store. `endpoint` has no slash at the end; both keys are secrets. */
export type ObjectStoreSettings = Readonly<{
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What the copies of objects on this machine may take up. */
  cacheBytes: number;
}>;

const REGION = 'us-east-1';
const CACHE_GB = 2;
/** As S3 names buckets (docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html). */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u;
/** What an HTTP header and a signature can carry. */
const KEY = /^[!-~]+$/u;

/**
 * `S3_ENDPOINT`, `S3_BUCKET`, `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`: all or none; then `S3_REGION`. `MEDIA_CACHE_GB` says what the
 * copies on this machine may take up. Null: media lie in `DATA_DIR`.
 */
export function readObjectStoreSettings(read: Variables): ObjectStoreSettings | null {
  const cacheBytes = read.count('MEDIA_CACHE_GB', CACHE_GB) * 1024 ** 3;
  // Not `operatorUrl`: nothing but the store itself is ever asked there, so our own calls need no way past their guard.
  const endpoint = read.optionalUrl('S3_ENDPOINT', ['http:', 'https:'])?.replace(/\/+$/u, '') ?? null;
  const bucket = read.optionalText('S3_BUCKET');
  const region = read.optionalText('S3_REGION');
  const accessKeyId = read.optionalText('S3_ACCESS_KEY_ID');
  const secretAccessKey = read.optionalText('S3_SECRET_ACCESS_KEY');
  const wanted = {
    S3_ENDPOINT: endpoint ?? read.optionalText('S3_ENDPOINT'),
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const missing = Object.entries(wanted).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length === Object.keys(wanted).length && region === null) return null;
  for (const name of missing)
    read.refuse(
      name,
      'is missing: set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or none of the four',
    );
  // The values of the keys stay out of what is said: they are secrets.
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
