import { EventReader } from '#infrastructure/log/event-reader.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { postStream } from '../../domain/post.ts';

/** Public numbers of posts. Holes are normal. */
@Injectable()
export class PostIds {
  constructor(
    private readonly pool: Pool,
    private readonly reader: EventReader,
  ) {}

  /** One whose stream is empty. After a restore of the database the sequence may be behind the log: it catches up here. */
  async next(): Promise<number> {
    for (;;) {
      const id = await this.#draw(`select nextval('scheduling.post_id')::float8 as id`);
      const { revision } = await this.reader.load(postStream, id);
      if (revision === null) return id;
      await this.#draw(
        `select setval('scheduling.post_id', greatest((select last_value from scheduling.post_id),
           (select coalesce(max(post_id), 1) from read.scheduling_post)))::float8 as id`,
      );
    }
  }

  async #draw(text: string): Promise<number> {
    const { rows } = await this.pool.query<{ id: number }>(text);
    const [row] = rows;
    if (!row) throw new Error('The sequence of post ids gave nothing.');
    return row.id;
  }
}
