import type { WebhookTestView } from '@posthorn/contracts/external/webhooks.http';
import { messageOf } from '#lib/api-client.ts';
import { say } from '#lib/saying.tsx';
import { DELIVERY_SENTENCES, TEST_TEXT as TEXT, WEBHOOKS_TEXT } from '../messages/webhooks.en.ts';
import { Answer } from './answer.tsx';

type TestOutcomeProps = Readonly<{ outcome: WebhookTestView | undefined; error: Error | null }>;

/** The response of the receiver to a test, shown below the test button. */
export const TestOutcome = ({ outcome, error }: TestOutcomeProps) => (
  <div role="status" className="mt-2 empty:hidden">
    {error && <p className="text-failed">{messageOf(error, WEBHOOKS_TEXT.again)}</p>}
    {outcome && (
      <>
        <p className={outcome.delivered ? 'text-posted' : 'text-failed'}>{textOf(outcome)}</p>
        {outcome.error !== null && (
          <p className="text-muted">
            {say(DELIVERY_SENTENCES, { code: outcome.errorCode, message: outcome.error })}
          </p>
        )}
        {outcome.answer && <Answer label={TEXT.answer} text={outcome.answer} />}
      </>
    )}
  </div>
);

function textOf({ delivered, status, tookMs }: WebhookTestView): string {
  if (delivered) return TEXT.arrived(status, tookMs);
  return status === null ? TEXT.lost : TEXT.refused(status, tookMs);
}
