import type { OverviewView, ReplyTimeView } from '@posthorn/contracts/analytics/analytics.http';
import { DURATION_TEXT, OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { whole } from '../model/sizes.ts';
import { Section } from './section.tsx';

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400] as const;

/** For example "45 s", "12 min", "3.5 h" or "2 days". */
function duration(seconds: number): string {
  if (seconds < MINUTE) return DURATION_TEXT.seconds(Math.round(seconds));
  if (seconds < HOUR) return DURATION_TEXT.minutes(Math.floor(seconds / MINUTE));
  return seconds < 2 * DAY
    ? DURATION_TEXT.hours(tenths(seconds / HOUR))
    : DURATION_TEXT.days(tenths(seconds / DAY));
}

const tenths = (value: number): string => String(Math.floor(value * 10) / 10);

type ReplyTimeProps = Readonly<{ time: OverviewView['replyTime'] }>;

/** The time from a comment to its first reply, separately for replies by hand and by the AI model. */
export function ReplyTime({ time: { comments, unanswered, byHand, byAi } }: ReplyTimeProps) {
  const ways = [
    { name: TEXT.byHand, time: byHand },
    { name: TEXT.byAi, time: byAi },
  ];
  return (
    <Section title={TEXT.reply}>
      <p className="text-sm text-muted tabular-nums">
        {comments === 0 ? TEXT.noComments : `${TEXT.comments(comments)} · ${TEXT.unanswered(unanswered)}`}
      </p>
      {comments > 0 && (
        <table className="mt-2 w-full text-sm wrap-normal tabular-nums">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="py-1.5 text-left font-medium">
                {TEXT.replies}
              </th>
              {ways.map(({ name }) => (
                <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LINES.map(({ name, valueOf }) => (
              <tr key={name} className="border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  {name}
                </th>
                {ways.map((way) => (
                  <td key={way.name} className="py-2 pl-3 text-right font-medium">
                    {way.time ? valueOf(way.time) : '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

const LINES: readonly Readonly<{ name: string; valueOf: (time: ReplyTimeView) => string }>[] = [
  { name: TEXT.half, valueOf: ({ p50 }) => duration(p50) },
  { name: TEXT.most, valueOf: ({ p90 }) => duration(p90) },
  { name: TEXT.withinHour, valueOf: ({ withinHour }) => `${String(Math.round(withinHour * 100))}%` },
  { name: TEXT.answered, valueOf: ({ answered }) => whole(answered) },
];
