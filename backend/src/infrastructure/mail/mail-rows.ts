import type { Pool } from 'pg';
import type { DatabaseClock } from '../database/database-clock.ts';
import { WorkTable, type Work } from '../effects/work-table.ts';
import type { MailTimes } from './mail-times.ts';

export type MailKey = Readonly<{ mailId: string }>;
export type DueMail = Work<MailKey, ''>;

/** Mails that are to be sent now, in a table of `openMails`. */
export abstract class MailRows extends WorkTable<MailKey, ''> {
  /** `kind`: of the effect, unique in the process. */
  constructor(
    pool: Pool,
    clock: DatabaseClock,
    { lease }: MailTimes,
    { kind, table }: Readonly<{ kind: string; table: string }>,
  ) {
    super(pool, clock, {
      kind,
      table: `read_v1.${table}`,
      key: ['mailId'],
      lease,
      columns: { mailId: 'text' },
    });
  }
}
