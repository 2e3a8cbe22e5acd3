import type { UserView } from '@posthorn/contracts/identity/session.http';
import {
  AUTO_REPLY_MODES,
  type AutoReplyMode,
  type InboxSettings,
  type InboxSettingsChange,
} from '@posthorn/contracts/inbox/settings.http';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Part } from '#ui/part.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { inboxSettingsQuery, useChangeInboxSettings } from '../api/settings.ts';
import { MODERATION_CARD as TEXT, TRIAL_TEXT } from '../messages/settings.en.ts';

const AutoReplyTrial = lazyPart(async () => (await import('./auto-reply-trial.tsx')).AutoReplyTrial);

const SWITCHES = ['autoHideSpam', 'requireApproval', 'filterProfanity'] as const;

/** Settings for automatic moderation and replies, and the blocked authors. */
export function CommentModerationCard({ user }: { user: UserView }) {
  const { data: settings, isLoadingError, refetch } = useQuery(inboxSettingsQuery);
  const { mutate: change } = useChangeInboxSettings();
  return (
    <Card aria-labelledby="comment-moderation">
      <h2 id="comment-moderation" className="text-lg font-semibold">
        {TEXT.title}
      </h2>
      {isLoadingError && (
        <p role="alert" className="mt-2 text-sm">
          {TEXT.failed}{' '}
          <Button variant="link" size="inline" onClick={() => void refetch()}>
            {TEXT.again}
          </Button>
        </p>
      )}
      {!settings && !isLoadingError && <Skeleton className="mt-3 h-48" />}
      {settings && (
        <>
          {SWITCHES.map((name) => (
            <Row key={name} name={name} isOn={settings[name]} onChange={change} />
          ))}
          <AutoReply settings={settings} isPremium={user.isPremium} onChange={change} />
          <Blocked settings={settings} onChange={change} />
        </>
      )}
    </Card>
  );
}

type Change = (change: InboxSettingsChange) => void;

function Row({ name, isOn, onChange }: { name: (typeof SWITCHES)[number]; isOn: boolean; onChange: Change }) {
  const id = useId();
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
      <label htmlFor={id} className="min-w-0 flex-[1_1_10rem] text-sm">
        <span className="font-medium">{TEXT.switches[name].title}</span>
        <span className="block text-muted">{TEXT.switches[name].hint}</span>
      </label>
      <Switch
        id={id}
        checked={isOn}
        onCheckedChange={(checked) => {
          onChange({ [name]: checked });
        }}
      />
    </div>
  );
}

type AutoReplyProps = Readonly<{ settings: InboxSettings; isPremium: boolean; onChange: Change }>;

function AutoReply({ settings, isPremium, onChange }: AutoReplyProps) {
  const id = useId();
  const [isTrying, setTrying] = useState(false);
  const whyDisabled = !isPremium ? TEXT.premium : settings.aiConfigured ? null : TEXT.noModel;
  return (
    <div className="mt-3 space-y-1.5">
      <p className="text-sm">
        <span className="font-medium">{TEXT.autoReply}</span>
        <span id={id} className="block text-muted">
          {TEXT.autoReplyHint} {whyDisabled}
        </span>
      </p>
      <Select
        label={TEXT.autoReply}
        aria-describedby={id}
        disabled={whyDisabled !== null}
        value={settings.autoReply}
        options={AUTO_REPLY_MODES.map((value) => ({ value, label: TEXT.modes[value] }))}
        onValueChange={(value) => {
          onChange({ autoReply: value as AutoReplyMode });
        }}
      />
      {whyDisabled === null && settings.autoReply !== 'off' && (
        <Button
          onClick={() => {
            setTrying(true);
          }}
        >
          {TRIAL_TEXT.open}
        </Button>
      )}
      {isTrying && (
        <Part>
          <AutoReplyTrial
            onClose={() => {
              setTrying(false);
            }}
          />
        </Part>
      )}
    </div>
  );
}

function Blocked({ settings: { blocked }, onChange }: { settings: InboxSettings; onChange: Change }) {
  const now = useNow();
  return (
    <>
      <h3 id="blocked-people" className="mt-5 text-sm font-semibold">
        {TEXT.blocked}
      </h3>
      {blocked.length === 0 && <p className="mt-1 text-sm text-muted">{TEXT.noneBlocked}</p>}
      <ul aria-labelledby="blocked-people" className="divide-y empty:hidden">
        {blocked.map(({ key, platform, name, blockedAt }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-2.5 py-1">
            <PlatformBadge platform={platform} className="size-4" />
            <span className="min-w-0 flex-[1_1_8rem] text-sm">
              <span className="font-medium">{name}</span>{' '}
              <span className="block text-muted">
                {PLATFORM_NAMES[platform]} · {TEXT.since(relativeTime(blockedAt, now))}
              </span>
            </span>
            <Button
              aria-label={TEXT.unblockOf(name)}
              onClick={() => {
                onChange({ unblock: [key] });
              }}
            >
              {TEXT.unblock}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
