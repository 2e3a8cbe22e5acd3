import { randomUUID } from 'node:crypto';
import type { Configuration } from '../../config/configuration.ts';
import type { ObjectStoreSettings } from '../../config/object-store-settings.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { MediaStoreUnavailable } from './media-store.ts';
import { S3Bucket } from './s3-bucket.ts';

/** Returns the problem of an object store in one sentence. Null: an object could be written, read and deleted. */
export async function objectStoreProblem(settings: ObjectStoreSettings): Promise<string | null> {
  const bucket = await S3Bucket.open(settings);
  let doing = 'write';
  try {
    await bucket.tryOut(randomUUID(), (step) => (doing = step));
    return null;
  } catch (error) {
    if (!(error instanceof MediaStoreUnavailable)) throw error;
    const where = `the bucket ${settings.bucket} at ${new URL(settings.endpoint).host}`;
    return `S3_ENDPOINT: cannot ${doing} an object in ${where}: ${error.explanation}.`;
  } finally {
    bucket.close();
  }
}

/**
 * Checks the store before a process starts that would keep or serve files.
 * @throws OneLineError with the problem
 */
export async function checkObjectStore({ objectStore }: Pick<Configuration, 'objectStore'>): Promise<void> {
  const trouble = objectStore && (await objectStoreProblem(objectStore));
  if (trouble !== null) throw new OneLineError(trouble);
}
