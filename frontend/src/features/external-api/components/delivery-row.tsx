import type { DeliveryState, DeliveryView } from '@posthorn/contracts/external/webhooks.http';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { say } from '#lib/saying.tsx';
import { dayAndTime } from '#lib/zone-format.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';
import { useRedeliver } from '../api/deliveries.ts';
import { DELIVERIES_TEXT as TEXT, DELIVERY_SENTENCES, EVENT_TEXT } from '../messages/webhooks.en.ts';
import { Answer } from './answer.tsx';

const LOOKS: Readonly<Record<DeliveryState, Readonly<{ tone: Tone; Picture: Icon }>>> = {
  waiting: { tone: 'scheduled', Picture: Clock },
  delivered: { tone: 'posted', Picture: CircleCheck },
  failed: { tone: 'failed', Picture: CircleX },
};
const WORDS: Readonly<Record<string, string>> = EVENT_TEXT;

type DeliveryRowProps = Readonly<{
  delivery: DeliveryView;
  webhookId: string;
  zone: string;
  isSuspended: boolean;
  onReplay: (after: DeliveryView) => void;
}>;

export function DeliveryRow({ delivery, webhookId, zone, isSuspended, onReplay }: DeliveryRowProps) {
  const { eventId, type, state, at } = delivery;
  const { tone, Picture } = LOOKS[state];
  const now = useNow();
  const { mutate: redeliver, isPending } = useRedeliver(webhookId);
  const sendAgain = () => {
    if (!isPending) redeliver(eventId);
  };
  return (
    <li className="py-3 text-sm">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_11rem] space-y-0.5">
          <p>
            <span className="font-medium">{WORDS[type] ?? type}</span>{' '}
            <code className="text-xs text-muted">{type}</code>
          </p>
          <p className="text-muted">{dayAndTime(at, zone, now)}</p>
          <p className="text-muted">{factsOf(delivery, now)}</p>
        </div>
        <Badge tone={tone}>
          <Picture aria-hidden />
          {TEXT.states[state]}
        </Badge>
      </div>
      <Details delivery={delivery} />
      {!isSuspended && (
        <div className="flex flex-wrap gap-2">
          <Button aria-disabled={isPending} onClick={sendAgain}>
            {TEXT.redeliver}
            <span className="sr-only">{type}</span>
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              onReplay(delivery);
            }}
          >
            {TEXT.replay}
          </Button>
        </div>
      )}
    </li>
  );
}

function factsOf({ attempts, lastStatus, nextAt }: DeliveryView, now: number): string {
  const facts = [
    TEXT.attempts(attempts),
    ...(lastStatus === null ? [] : [TEXT.status(lastStatus)]),
    ...(nextAt === null ? [] : [TEXT.next(relativeTime(nextAt, now))]),
  ];
  return facts.join(' · ');
}

const Details = ({
  delivery: { eventId, lastAnswer, lastError, lastErrorCode: code },
}: {
  delivery: DeliveryView;
}) => (
  <details className="group">
    <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-muted">
      {TEXT.details}
      <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
    </summary>
    <div className="space-y-1 pb-2">
      <p className="text-muted">
        {TEXT.event}: <code className="text-xs break-all">{eventId}</code>
      </p>
      {lastError !== null && (
        <p className="text-failed">{say(DELIVERY_SENTENCES, { code, message: lastError })}</p>
      )}
      {lastAnswer ? (
        <Answer label={TEXT.answer} text={lastAnswer} />
      ) : (
        <p className="text-muted">{TEXT.noAnswer}</p>
      )}
    </div>
  </details>
);
