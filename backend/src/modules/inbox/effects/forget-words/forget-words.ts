import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { handlingPages, type Process } from '#infrastructure/readers/process.ts';
import type { SubjectErasedEvent } from '#modules/identity/ports/events.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { wordsSubject } from '../../domain/comment/comment-id.ts';
import { commentStream } from '../../domain/comment/comment.ts';

const PAGE_SIZE = 1_000;

/** Deletes the encryption key of a comment's text. This happens after a deletion, at the end of retention, and at the erasure of the owner. */
@Injectable()
export class ForgetWords {
  constructor(
    private readonly pool: Pool,
    private readonly keys: PersonalKeys,
  ) {}

  readonly ofComments: Process<CommentEvent> = {
    name: 'inbox.forget-words',
    categories: [commentStream.category],
    types: ['CommentDeleted', 'CommentExpired', 'CommentRemoved'],
    // A database that was restored to an older state may contain deleted keys again.
    from: 'start',
    ...handlingPages((events) => this.#forget(events)),
  };

  readonly ofErased: Process<SubjectErasedEvent> = {
    name: 'inbox.forget-words-of-erased',
    categories: ['erasure'],
    types: ['SubjectErased'],
    from: 'start',
    handle: ({ data }) => this.allOf(data.userId),
  };

  async #forget(events: readonly Pick<CommentEvent, 'data'>[]): Promise<void> {
    await this.keys.destroyAll(events.map(({ data }) => wordsSubject(data)));
  }

  /** Deletes the keys of all comments in the inbox of this owner. A repeated call does no harm. */
  async allOf(ownerId: string): Promise<void> {
    for (let after = 0; ;) {
      const { rows } = await this.pool.query<{ id: number }>(
        `select comment_id::float8 as id from inbox.comment_key where owner_id = $1 and comment_id > $2
         order by comment_id limit $3`,
        [ownerId, after, PAGE_SIZE],
      );
      const last = rows.at(-1);
      if (!last) break;
      await this.keys.destroyAll(rows.map(({ id }) => wordsSubject({ ownerId, commentId: id })));
      after = last.id;
    }
    await this.pool.query('delete from inbox.comment_key where owner_id = $1', [ownerId]);
  }
}
