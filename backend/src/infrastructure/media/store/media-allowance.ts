import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';

type BytesOf = (ownerId: string) => Promise<number>;

/** How many bytes a user may store. The module of the plans decides; without that module, every user has the free plan. */
@Injectable()
export class MediaAllowance {
  #decide: BytesOf | null = null;

  /** @throws Error when another module has already registered its function */
  decideBy(bytesOf: BytesOf): void {
    if (this.#decide) throw new Error('Two modules define the media allowance.');
    this.#decide = bytesOf;
  }

  bytesOf(ownerId: string): Promise<number> {
    return this.#decide?.(ownerId) ?? Promise.resolve(MEDIA.quotaBytes);
  }
}
