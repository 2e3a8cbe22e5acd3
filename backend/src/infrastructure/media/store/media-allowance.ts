import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';

type BytesOf = (ownerId: string) => Promise<number>;

/** How many bytes a user may have stored. The module that knows of plans says so; while none does, everybody has the least. */
@Injectable()
export class MediaAllowance {
  #said: BytesOf | null = null;

  /** @throws Error when it has been said already */
  sayBy(bytesOf: BytesOf): void {
    if (this.#said) throw new Error('The allowance of media is said twice.');
    this.#said = bytesOf;
  }

  bytesOf(ownerId: string): Promise<number> {
    return this.#said?.(ownerId) ?? Promise.resolve(MEDIA.quotaBytes);
  }
}
