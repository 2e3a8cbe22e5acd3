import { requestLink } from '@posthorn/contracts/identity/session.http';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ImagePlus from 'lucide-react/icons/image-plus';
import Inbox from 'lucide-react/icons/inbox';
import Settings from 'lucide-react/icons/settings';
import type { ReactNode } from 'react';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Button } from '#ui/button.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { DEMO } from './addresses.ts';
import { LANDING_TEXT } from './messages.en.ts';

const { demo } = LANDING_TEXT;
const CHOSEN: readonly Platform[] = [
  'instagram',
  'facebook',
  'tiktok',
  'youtube',
  'linkedin',
  'threads',
  'bluesky',
  'mastodon',
];
const FIELD = 'w-full rounded-xl border border-edge bg-surface px-3 text-base';

/** Replaces the content of the page while the URL has the hash of the demo. A visitor can type, but nothing is sent. */
export const DemoView = () => (
  <section id={DEMO.slice(1)} className="hidden min-h-dvh target:block">
    <div className="mx-auto max-w-md px-side py-6">
      <Button asChild variant="quiet" className="-ml-3">
        <a href="#">
          <ArrowLeft aria-hidden />
          {demo.back}
        </a>
      </Button>
      <div className="mt-3 overflow-hidden rounded-[2.25rem] border bg-page shadow-float">
        <div className="space-y-5 p-5">
          {/* A role instead of an `h1`, because the page already has one, which is hidden while the demo is visible. */}
          <div role="heading" aria-level={1} className="text-xl font-semibold tracking-tight">
            {demo.heading}
          </div>
          <Labelled name="caption" label={demo.caption}>
            <textarea
              id="demo-caption"
              rows={4}
              className={`${FIELD} py-2.5`}
              defaultValue={demo.captionText}
            />
          </Labelled>
          <div className="flex min-h-28 flex-col items-center justify-center gap-2 rounded-xl border border-dashed border-edge p-4 text-center text-sm text-muted">
            <ImagePlus aria-hidden className="size-6" />
            <p>
              <span className="font-medium text-ink">{demo.media}</span>
              <br />
              {demo.mediaHint}
            </p>
          </div>
          <div className="grid grid-cols-2 gap-3 max-[26rem]:grid-cols-1">
            <Labelled name="date" label={demo.date}>
              <input id="demo-date" type="date" defaultValue="2030-05-06" className={`${FIELD} min-h-11`} />
            </Labelled>
            <Labelled name="time" label={demo.time}>
              <input id="demo-time" type="time" defaultValue="09:30" className={`${FIELD} min-h-11`} />
            </Labelled>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border bg-surface p-3">
            <span className="flex -space-x-1.5">
              {CHOSEN.map((platform) => (
                <PlatformBadge key={platform} platform={platform} className="size-6 ring-2" />
              ))}
            </span>
            <span className="text-sm font-medium">{demo.accounts}</span>
          </div>
          <Button asChild variant="primary" size="large" className="w-full">
            <a href={requestLink.path}>{demo.schedule}</a>
          </Button>
          <p className="text-center text-sm text-muted">{demo.isDemo}</p>
        </div>
        <ul
          aria-label={demo.tabs}
          className="grid grid-cols-3 border-t bg-surface text-xs font-medium text-muted"
        >
          <Tab label={demo.posts} isHere>
            <CalendarClock aria-hidden className="size-5" />
          </Tab>
          <Tab label={demo.inbox}>
            <span className="relative">
              <Inbox aria-hidden className="size-5" />
              <span className="absolute -top-2 left-3 rounded-full bg-primary px-1.5 text-[0.6875rem] leading-4 font-semibold text-on-primary">
                3<span className="sr-only">: {demo.inboxNew}</span>
              </span>
            </span>
          </Tab>
          <Tab label={demo.settings}>
            <Settings aria-hidden className="size-5" />
          </Tab>
        </ul>
      </div>
    </div>
  </section>
);

const Labelled = ({ name, label, children }: { name: string; label: string; children: ReactNode }) => (
  <div>
    <label htmlFor={`demo-${name}`} className="mb-1.5 block text-sm font-medium">
      {label}
    </label>
    {children}
  </div>
);

const Tab = ({
  label,
  isHere = false,
  children,
}: {
  label: string;
  isHere?: boolean;
  children: ReactNode;
}) => (
  <li className={`flex min-h-14 flex-col items-center justify-center gap-1 ${isHere ? 'text-primary' : ''}`}>
    {children}
    {label}
  </li>
);
