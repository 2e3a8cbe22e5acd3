import type { SourceView } from '@posthorn/contracts/inbox/comments.http';
import ChevronDown from 'lucide-react/icons/chevron-down';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { Part } from '#ui/part.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { SOURCE_TEXT } from '../messages/inbox.en.ts';
import { WhyNotReadSaid } from './said.ts';

const MendLink = lazyPart(async () => (await import('./mend-link.tsx')).MendLink);

export type SourcesProps = Readonly<{ sources: readonly SourceView[] }>;

/** Lists accounts whose comments do not arrive because of a problem. A single account is visible, several accounts are collapsed. */
export function SourceNotes({ sources }: SourcesProps) {
  const troubled = sources.filter(({ notice }) => notice === 'trouble');
  const [first] = troubled;
  if (!first) return null;
  const frame = 'rounded-2xl border border-attention/50 bg-surface px-3 text-sm shadow-card';
  const sign = <TriangleAlert aria-hidden className="size-4 shrink-0 text-attention" />;
  if (troubled.length === 1)
    return (
      <div role="note" className={`${frame} flex items-start gap-2 pt-2.5 pb-2 *:first:mt-0.5`}>
        {sign}
        <SourceLine source={first} />
      </div>
    );
  return (
    <details className={`group ${frame}`}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2">
        {sign}
        <span className="min-w-0 flex-1">{SOURCE_TEXT.title(troubled.length)}</span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <SourceLines sources={troubled} />
    </details>
  );
}

export const SourceLines = ({ sources }: SourcesProps) => (
  <ul className="space-y-2 pb-3">
    {sources.map((source) => (
      <li key={source.accountId} className="flex items-start gap-2">
        <PlatformBadge platform={source.platform} className="mt-0.5 size-4" />
        <SourceLine source={source} />
      </li>
    ))}
  </ul>
);

/** The account, the reason why its comments are missing, and a link to the repair. */
function SourceLine({ source }: { source: SourceView }) {
  const now = useNow();
  const { accountId, accountName, platform, state, why, whyCode, mend, lastReadAt, notice } = source;
  return (
    <span className="min-w-0 flex-1">
      <span className="font-medium text-ink">{accountName}</span>{' '}
      <span className="text-muted">
        ({PLATFORM_NAMES[platform]}) · {notice === 'trouble' && `${SOURCE_TEXT.state[state]}. `}
        {why !== null && (
          <WhyNotReadSaid
            said={{ code: whyCode, message: why }}
            values={{ platform: PLATFORM_NAMES[platform] }}
          />
        )}{' '}
        {notice === 'trouble' && lastReadAt !== null && SOURCE_TEXT.lastRead(relativeTime(lastReadAt, now))}
      </span>
      {mend && (
        <Part fallback={<span className="block h-11" />}>
          <MendLink mend={mend} accountId={accountId} accountName={accountName} />
        </Part>
      )}
    </span>
  );
}
