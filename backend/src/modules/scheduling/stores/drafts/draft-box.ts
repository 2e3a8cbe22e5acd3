import type { KeyObject } from 'node:crypto';
import { DRAFT } from '@posthorn/contracts/scheduling/drafts.http';
import type { TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { decrypt, encrypt } from '#infrastructure/vault/key-ring.ts';
import { Injectable } from '@nestjs/common';
import type { DraftContent, DraftWords } from '../../domain/draft/draft-content.ts';
import { DraftIsTooLarge, DraftNotFound } from '../../domain/draft/draft-errors.ts';

/** `device`: the device of the last change. */
type Worded = Readonly<{ words: DraftWords; device: string }>;
type Sealed = Readonly<{ words: Buffer; own: Buffer; bytes: number }>;

/**
 * Encrypts drafts with the keys of their owners. Once the key is destroyed, a draft is unreadable, like the
 * texts in the log.
 */
@Injectable()
export class DraftBoxes {
  constructor(private readonly keys: PersonalKeys) {}

  /** @throws DraftNotFound when the key is destroyed */
  async of(ownerId: string): Promise<DraftBox> {
    const key = await this.keys.forWriting(ownerId);
    if (!key) throw new DraftNotFound();
    return new DraftBox(ownerId, key);
  }
}

/**
 * Encrypts and decrypts with the key of one owner. The methods use no database, so a transaction may call
 * them.
 */
export class DraftBox {
  constructor(
    private readonly ownerId: string,
    private readonly key: KeyObject,
  ) {}

  /** @throws DraftIsTooLarge */
  seal(id: string, { words, own }: DraftContent, device: string): Sealed {
    const [wordBytes, ownBytes] = [{ words, device }, own].map((part) => Buffer.from(JSON.stringify(part)));
    if (!wordBytes || !ownBytes) throw new Error('Both parts of a draft are texts.');
    const bytes = wordBytes.length + ownBytes.length;
    if (bytes > DRAFT.bytesMax) throw new DraftIsTooLarge();
    return {
      words: encrypt(this.key, wordBytes, this.#contextOf(id, 'words')),
      own: encrypt(this.key, ownBytes, this.#contextOf(id, 'own')),
      bytes,
    };
  }

  wordsOf({ id, words }: Readonly<{ id: string; words: Buffer }>): Worded {
    return JSON.parse(decrypt(this.key, words, this.#contextOf(id, 'words')).toString()) as Worded;
  }

  ownOf({ id, own }: Readonly<{ id: string; own: Buffer }>): readonly TargetRequest[] {
    return JSON.parse(
      decrypt(this.key, own, this.#contextOf(id, 'own')).toString(),
    ) as readonly TargetRequest[];
  }

  #contextOf(id: string, part: 'words' | 'own'): string {
    return `draft:${this.ownerId}:${id}:${part}`;
  }
}
