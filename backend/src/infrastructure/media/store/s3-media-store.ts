import type { MediaCache } from './media-cache.ts';
import { MediaStore, type MediaObject, type StoredObject } from './media-store.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** A bucket that all processes share, and copies of what is used on this machine. */
export class S3MediaStore extends MediaStore {
  /** @param open opens the bucket with the first call: what needs no object does not load the client */
  constructor(
    private readonly open: () => Promise<S3Bucket>,
    private readonly cache: MediaCache,
  ) {
    super();
  }

  override async keep(path: string, object: MediaObject): Promise<void> {
    await (await this.open()).put(object, path);
    // Whoever has just uploaded it looks at it next.
    await this.cache.adopt(path, object);
  }

  override async pathOf(object: MediaObject): Promise<string> {
    return this.cache.pathOf(object, async (path) => (await this.open()).fetch(object, path));
  }

  override async remove(object: MediaObject): Promise<void> {
    await this.cache.forget(object);
    await (await this.open()).delete(object);
  }

  override async *list(): AsyncIterable<StoredObject> {
    yield* (await this.open()).list();
  }

  override tidy(): Promise<void> {
    return this.cache.tidy();
  }
}
