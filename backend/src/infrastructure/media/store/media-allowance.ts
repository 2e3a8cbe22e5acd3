import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';

type BytesOf = (ownerId: string) => Promise<number>;

/** How many bytes a user may have stored. The module that knows the plans decides it; without one, everybody has the free plan. */
@Injectable()
export class MediaAllowance {
  #decide: BytesOf | null = null;

  /** @throws Error when another module decides it already */
  decideBy(bytesOf: BytesOf): void {
    if (this.#decide) throw new Error('Two modules decide the allowance of media.');
    this.#decide = bytesOf;
  }

  bytesOf(ownerId: string): Promise<number> {
    return this.#decide?.(ownerId) ?? Promise.resolve(MEDIA.quotaBytes);
  }
}
