import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ExternalLink from 'lucide-react/icons/external-link';
import { useState, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { exactTime, timeOfDay } from '#lib/zone-format.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Badge, type Tone } from '#ui/badge.tsx';
import { RECEIPT_TEXT } from '../../messages/history.en.ts';
import { spanOfTime } from '../../model/history/times.ts';
import { Timeline } from './timeline.tsx';

const TONES: Readonly<Record<TargetView['status'], Tone>> = {
  scheduled: 'scheduled',
  publishing: 'primary',
  posted: 'posted',
  failed: 'failed',
  unknown: 'attention',
};

type ReceiptProps = Readonly<{
  /** The post at the chosen time. */
  post: PostView;
  events: readonly HistoryEntry[];
  zone: string;
  /** The chosen time, in milliseconds since 1970; null: now. */
  at: number | null;
}>;

/** One row for each account: the time and duration of publishing, attempts, state and link. The steps are folded below each row. */
export function Receipt({ post, events, zone, at }: ReceiptProps) {
  const ofPost = events.filter(({ accountId }) => accountId === null);
  return (
    <ul aria-label={RECEIPT_TEXT.accounts} className="divide-y border-y">
      {post.targets.map((target) => (
        <Row
          key={target.accountId}
          name={`${PLATFORM_NAMES[target.platform]}: ${target.accountName}`}
          events={events.filter(({ accountId }) => accountId === target.accountId)}
          zone={zone}
          at={at}
        >
          <AccountSummary target={target} due={post.scheduledFor} zone={zone} />
        </Row>
      ))}
      <Row name={RECEIPT_TEXT.wholePost} events={ofPost} zone={zone} at={at}>
        <span className="min-w-0 flex-1 text-sm">{RECEIPT_TEXT.wholePost}</span>
      </Row>
    </ul>
  );
}

type RowProps = Omit<ReceiptProps, 'post'> & Readonly<{ name: string; children: ReactNode }>;

function Row({ name, events, zone, at, children }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 py-1">
        {children}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`${RECEIPT_TEXT.steps(events.length)}, ${name}`}
          className="ml-auto flex min-h-11 items-center gap-1 rounded-lg px-1 text-xs text-muted"
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {RECEIPT_TEXT.steps(events.length)}
          <ChevronDown
            aria-hidden
            className={classNames('size-4 transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      </div>
      {isOpen && (
        <div className="pt-2 pb-1">
          <Timeline name={RECEIPT_TEXT.stepsOf(name)} events={events} zone={zone} at={at} />
        </div>
      )}
    </li>
  );
}

function AccountSummary({ target, due, zone }: { target: TargetView; due: string; zone: string }) {
  const { accountId, platform, accountName, status, publishedAt, attempts, permalink } = target;
  const facts = [
    ...(publishedAt ? [timeOfDay(publishedAt, zone)] : []),
    ...(publishedAt
      ? [RECEIPT_TEXT.took(spanOfTime(Math.max(0, Date.parse(publishedAt) - Date.parse(due))))]
      : []),
    ...(attempts > 0 ? [RECEIPT_TEXT.attempts(attempts)] : []),
  ];
  return (
    <>
      <AccountAvatar accountId={accountId} name={accountName} platform={platform} />
      <span className="min-w-0 flex-1 basis-36 text-sm">
        <span className="block truncate" title={accountName}>
          <span className="sr-only">{PLATFORM_NAMES[platform]}: </span>
          {accountName}
        </span>
        {facts.length > 0 && (
          <span
            className="block text-xs text-muted tabular-nums"
            title={publishedAt ? exactTime(publishedAt, zone) : undefined}
          >
            {facts.join(' · ')}
          </span>
        )}
      </span>
      <Badge tone={TONES[status]}>{RECEIPT_TEXT.states[status]}</Badge>
      {permalink !== null && (
        <a
          href={permalink}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-primary underline-offset-4 hover:underline"
        >
          {RECEIPT_TEXT.view}
          <ExternalLink aria-hidden className="size-4" />
          <span className="sr-only">{RECEIPT_TEXT.newTab}</span>
        </a>
      )}
    </>
  );
}
