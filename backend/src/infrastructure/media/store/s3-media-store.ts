import type { MediaCache } from './media-cache.ts';
import { MediaStore, type MediaObject, type StoredObject } from './media-store.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** A bucket that all processes share, with local copies of the objects in use. */
export class S3MediaStore extends MediaStore {
  /** @param open opens the bucket at the first call, so that work without objects does not load the client */
  constructor(
    private readonly open: () => Promise<S3Bucket>,
    private readonly cache: MediaCache,
  ) {
    super();
  }

  override async keep(path: string, object: MediaObject): Promise<void> {
    await (await this.open()).put(object, path);
    // The user who uploaded the object will probably view it next.
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

  /** An unavailable object store answers each call with an error. So there is nothing to check. */
  override check(): Promise<void> {
    return Promise.resolve();
  }

  override tidy(): Promise<void> {
    return this.cache.tidy();
  }
}
