import { streamName } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import { noticeMails } from '../../domain/notice/notice-mail.ts';

const PAGE = 200;

/** A user's notices, page by page. */
@Injectable()
export class ExportedNotices {
  constructor(private readonly pool: Pool) {}

  /**
   * Reads pages in the order of ids. The time of a notice changes when its cause occurs again, so pages in
   * time order could miss a notice.
   */
  async *of(userId: string): AsyncGenerator<JsonObject> {
    let before: string | null = null;
    do {
      const page: readonly NoticeRow[] = await this.#page(userId, before);
      for (const { notice } of page) yield notice;
      before = page.length < PAGE ? null : (page.at(-1)?.id ?? null);
    } while (before !== null);
  }

  /** The streams of mails for which notices are still stored. */
  async *mailStreams(userId: string): AsyncGenerator<string> {
    let after: string | null = '';
    while (after !== null) {
      const { rows }: { rows: readonly { mailId: string }[] } = await this.pool.query<{ mailId: string }>(
        `select distinct mail_id as "mailId" from identity.notice
         where user_id = $1 and mail_id > $2 order by mail_id limit $3`,
        [userId, after, PAGE],
      );
      for (const { mailId } of rows) yield streamName(noticeMails.stream, mailId);
      after = rows.length < PAGE ? null : (rows.at(-1)?.mailId ?? null);
    }
  }

  async #page(userId: string, before: string | null): Promise<readonly NoticeRow[]> {
    const { rows } = await this.pool.query<NoticeRow>(
      `select id::text as id, json_build_object('kind', kind, 'cause', cause, 'accountId', account_id,
         'postId', post_id, 'count', count, 'endsAt', ${isoOf('ends_at')}, 'at', ${isoOf('at')},
         'readAt', ${isoOf('read_at')}, 'inApp', in_app, 'byMail', mail_id is not null) as notice
       from identity.notice where user_id = $1 and ($2::bigint is null or id < $2)
       order by identity.notice.id desc limit $3`,
      [userId, before, PAGE],
    );
    return rows;
  }
}

type NoticeRow = Readonly<{ id: string; notice: JsonObject }>;
