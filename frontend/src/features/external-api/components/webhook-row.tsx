import type { WebhookState, WebhookView } from '@posthorn/contracts/external/webhooks.http';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { dayAndTime, exactTime } from '#lib/zone-format.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';
import { useTestWebhook } from '../api/webhooks.ts';
import { EVENT_GROUPS, GROUP_NAMES, typesIn } from '../model/event-types.ts';
import { GROUP_TEXT, WEBHOOKS_TEXT as TEXT } from '../messages/webhooks.en.ts';
import { TestOutcome } from './test-outcome.tsx';
import { OwnerAsked, Stopped } from './stopped-webhook.tsx';
import { WebhookMenu } from './webhook-menu.tsx';

export type WebhookForm = 'change' | 'rotate' | 'delete' | 'deliveries';

const LOOKS: Readonly<Record<WebhookState, Readonly<{ tone: Tone; Picture: Icon }>>> = {
  active: { tone: 'posted', Picture: CircleCheck },
  paused: { tone: 'attention', Picture: Clock },
  suspended: { tone: 'failed', Picture: CircleX },
};

type WebhookRowProps = Readonly<{
  webhook: WebhookView;
  zone: string;
  onOpen: (form: WebhookForm) => void;
}>;

export function WebhookRow({ webhook, zone, onOpen }: WebhookRowProps) {
  const { id, url, types, state } = webhook;
  const { tone, Picture } = LOOKS[state];
  const test = useTestWebhook(id);
  return (
    <li className="py-3 text-sm">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_11rem] space-y-0.5">
          <p className="font-medium break-all">{url}</p>
          <p className="text-muted">{eventsText(types)}</p>
          {webhook.tokenId !== null && <p className="text-muted">{TEXT.byToken}</p>}
          <DeliveryTimes webhook={webhook} zone={zone} />
        </div>
        <Badge tone={tone}>
          <Picture aria-hidden />
          {TEXT.states[state]}
        </Badge>
      </div>
      {state !== 'active' && <Stopped webhook={webhook} zone={zone} />}
      {webhook.asksOwner && (
        <OwnerAsked
          webhook={webhook}
          onDelete={() => {
            onOpen('delete');
          }}
        />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          aria-disabled={test.isPending}
          onClick={() => {
            if (!test.isPending) test.mutate();
          }}
        >
          {test.isPending ? TEXT.testing : TEXT.test}
          <span className="sr-only">{TEXT.of(url)}</span>
        </Button>
        <Button
          onClick={() => {
            onOpen('deliveries');
          }}
        >
          {TEXT.deliveries}
          <span className="sr-only">{TEXT.of(url)}</span>
        </Button>
        <WebhookMenu url={url} onOpen={onOpen} />
      </div>
      <TestOutcome outcome={test.data} error={test.error} />
    </li>
  );
}

/** The time of the last successful delivery, and since when deliveries fail. */
function DeliveryTimes({ webhook: { lastSuccessAt, failingSince }, zone }: Omit<WebhookRowProps, 'onOpen'>) {
  const now = useNow();
  return (
    <p className="text-muted">
      <span title={lastSuccessAt === null ? undefined : exactTime(lastSuccessAt, zone)}>
        {lastSuccessAt === null ? TEXT.noSuccess : TEXT.lastSuccess(relativeTime(lastSuccessAt, now))}
      </span>
      {failingSince !== null && (
        <span className="block text-attention">{TEXT.failingSince(dayAndTime(failingSince, zone, now))}</span>
      )}
    </p>
  );
}

/** Returns the names of whole groups, and the number of further types. */
function eventsText(patterns: readonly string[]): string {
  if (patterns.includes('*')) return TEXT.allEvents;
  const types = typesIn(patterns);
  const groups = GROUP_NAMES.filter((group) => EVENT_GROUPS[group].every((type) => types.includes(type)));
  const grouped = new Set<string>(groups.flatMap((group) => EVENT_GROUPS[group]));
  const rest = types.filter((type) => !grouped.has(type)).length;
  return [...groups.map((group) => GROUP_TEXT[group]), ...(rest > 0 ? [TEXT.moreTypes(rest)] : [])].join(
    ', ',
  );
}
