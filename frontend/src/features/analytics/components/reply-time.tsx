import type { OverviewView, ReplyTimeView } from '@posthorn/contracts/analytics/analytics.http';
import { duration } from '../duration.ts';
import { OVERVIEW_TEXT as TEXT } from '../screen.messages.en.ts';
import { whole } from '../sizes.ts';
import { Section } from './section.tsx';

type ReplyTimeProps = Readonly<{ time: OverviewView['replyTime'] }>;

/** How long comments wait for their first reply: those of a person and those of the model are two things. */
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
            {LINES.map(({ name, of }) => (
              <tr key={name} className="border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  {name}
                </th>
                {ways.map((way) => (
                  <td key={way.name} className="py-2 pl-3 text-right font-medium">
                    {way.time ? of(way.time) : '–'}
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

const LINES: readonly Readonly<{ name: string; of: (time: ReplyTimeView) => string }>[] = [
  { name: TEXT.half, of: ({ p50 }) => duration(p50) },
  { name: TEXT.most, of: ({ p90 }) => duration(p90) },
  { name: TEXT.withinHour, of: ({ withinHour }) => `${String(Math.round(withinHour * 100))}%` },
  { name: TEXT.answered, of: ({ answered }) => whole(answered) },
];
