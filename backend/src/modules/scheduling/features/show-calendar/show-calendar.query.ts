import {
  CALENDAR,
  type CALENDAR_LISTS,
  type CalendarDraft,
  type CalendarItem,
  type CalendarView,
} from '@posthorn/contracts/scheduling/calendar.http';
import type { DraftLine } from '@posthorn/contracts/scheduling/drafts.http';
import { HeavyReads } from '#infrastructure/http/edge/heavy-reads.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { lostAccounts } from '../../read-models/lost-accounts/lost-accounts.projection.ts';
import {
  CalendarRows,
  type CalendarFilter,
  type CalendarRow,
} from '../../read-models/posts/calendar-rows.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import { DraftRows } from '../../stores/drafts/draft-rows.ts';
import { firstLine } from './first-line.ts';

/** `status`: `draft` for only drafts; null: all posts and drafts. */
export type AskedCalendar = Omit<CalendarFilter, 'status'> &
  Readonly<{ status: (typeof CALENDAR_LISTS)[number] | null }>;

/** The posts and drafts of a user in a span of time. */
export class ShowCalendar extends Query<CalendarView> {
  constructor(
    readonly userId: string,
    readonly filter: AskedCalendar,
    readonly withDrafts = true,
  ) {
    super();
  }
}

@QueryHandler(ShowCalendar)
export class ShowCalendarHandler implements IQueryHandler<ShowCalendar> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: CalendarRows,
    private readonly drafts: DraftRows,
    private readonly accounts: ConnectedAccounts,
    private readonly reads: HeavyReads,
  ) {}

  async execute({ userId, filter, withDrafts }: ShowCalendar): Promise<CalendarView> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    return this.reads.oneAtATime(userId, async () => {
      // Reads one post more than it returns, to find out whether there are more.
      const rows = await this.#posts(userId, filter, CALENDAR.itemsMax + 1);
      const items = rows.slice(0, CALENDAR.itemsMax).map(itemOf);
      const drafts = withDrafts ? await this.#drafts(userId, filter) : [];
      return {
        items,
        drafts,
        accounts: await this.#accountsOf(rows, drafts),
        more: rows.length > items.length,
      };
    });
  }

  async #posts(
    userId: string,
    { status, ...filter }: AskedCalendar,
    limit: number,
  ): Promise<readonly CalendarRow[]> {
    return status === 'draft' ? [] : this.rows.of(userId, { ...filter, status }, limit);
  }

  /**
   * The drafts that are planned for the span. A draft may contain any account id, so this keeps only accounts
   * of its owner.
   */
  async #drafts(
    userId: string,
    { from, to, status, accounts }: AskedCalendar,
  ): Promise<readonly CalendarDraft[]> {
    if (status !== null && status !== 'draft') return [];
    const planned = await this.drafts.planned(userId, from, to);
    if (planned.length === 0) return [];
    const ownIds = new Set(await this.accounts.idsOf(userId));
    return planned
      .flatMap((draft) => draftOf(draft, ownIds))
      .filter((draft) => !accounts || draft.accounts.some((id) => accounts.includes(id)));
  }

  async #accountsOf(
    rows: readonly CalendarRow[],
    drafts: readonly CalendarDraft[],
  ): Promise<CalendarView['accounts']> {
    const platforms = new Map(rows.flatMap(({ accounts }) => accounts));
    const ids = [...new Set([...platforms.keys(), ...drafts.flatMap(({ accounts }) => accounts)])];
    const named = ids.length > 0 ? await this.accounts.named(ids) : [];
    const byId = new Map(named.map((account) => [account.id, account]));
    return ids.flatMap((id) => {
      const platform = platforms.get(id) ?? byId.get(id)?.platform;
      return platform ? [{ id, platform, accountName: byId.get(id)?.accountName ?? platform }] : [];
    });
  }
}

const itemOf = (row: CalendarRow): CalendarItem => ({
  id: row.id,
  scheduledFor: row.scheduledFor,
  line: firstLine(row.beginning),
  accounts: row.accounts.map(([id]) => id),
  status: row.status,
  attention: row.attention,
  movable: row.movable,
  thumbnail: row.thumbnail,
});

function draftOf(draft: DraftLine, ownIds: ReadonlySet<number>): CalendarDraft[] {
  const { id, revision, plannedFor: scheduledFor, content, accountIds, mediaFiles } = draft;
  if (scheduledFor === null) return [];
  const accounts = accountIds.filter((account) => ownIds.has(account));
  const thumbnail = mediaFiles[0]?.thumbnailUrl ?? null;
  return [{ draft: true, id, revision, scheduledFor, line: firstLine(content), accounts, thumbnail }];
}
