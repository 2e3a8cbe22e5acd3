import { CALENDAR, type CalendarItem, type CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import { textLength } from '@posthorn/contracts/shared/text';
import { HeavyReads } from '#infrastructure/http/edge/heavy-reads.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { lostAccounts } from '../../read-models/lost-accounts/lost-accounts.projection.ts';
import { NamesOfAccounts } from '../../read-models/posts/account-names.ts';
import {
  CalendarRows,
  type CalendarFilter,
  type CalendarRow,
} from '../../read-models/posts/calendar-rows.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';

/** The posts of a user in a span of time. */
export class ShowCalendar extends Query<CalendarView> {
  constructor(
    readonly userId: string,
    readonly filter: CalendarFilter,
  ) {
    super();
  }
}

@QueryHandler(ShowCalendar)
export class ShowCalendarHandler implements IQueryHandler<ShowCalendar> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: CalendarRows,
    private readonly names: NamesOfAccounts,
    private readonly reads: HeavyReads,
  ) {}

  async execute({ userId, filter }: ShowCalendar): Promise<CalendarView> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    return this.reads.oneAtATime(userId, async () => {
      // Reads one more than it returns, to know whether more exist.
      const rows = await this.rows.of(userId, filter, CALENDAR.itemsMax + 1);
      const shown = rows.slice(0, CALENDAR.itemsMax);
      return {
        items: shown.map(itemOf),
        accounts: await this.#accountsOf(shown),
        more: rows.length > shown.length,
      };
    });
  }

  async #accountsOf(rows: readonly CalendarRow[]): Promise<CalendarView['accounts']> {
    const names = await this.names.in(rows);
    const platforms = new Map(
      rows.flatMap(({ targets }) => targets.map(({ accountId, platform }) => [accountId, platform])),
    );
    return [...platforms].map(([id, platform]) => ({ id, platform, accountName: names.get(id) ?? platform }));
  }
}

const itemOf = ({ beginning, targets, ...row }: CalendarRow): CalendarItem => ({
  ...row,
  line: lineOf(beginning),
  accounts: targets.map(({ accountId }) => accountId),
});

/** The first line of a text that has visible characters, cut to `CALENDAR.lineMax`. */
function lineOf(text: string): string {
  const lines = text.trim().split(/\s*\n\s*/u);
  const [first = ''] = lines;
  if (textLength(first) > CALENDAR.lineMax)
    return `${Array.from(first)
      .slice(0, CALENDAR.lineMax - 1)
      .join('')}…`;
  return lines.length > 1 ? `${first}…` : first;
}
