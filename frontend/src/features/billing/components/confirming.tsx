import LoaderCircle from 'lucide-react/icons/loader-circle';
import Sparkles from 'lucide-react/icons/sparkles';
import { classNames } from '#lib/class-names.ts';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

const TEXT = SUBSCRIBE_TEXT.wait;

export type Waiting = 'confirming' | 'late' | 'welcome';

const words = { confirming: TEXT.confirming, late: TEXT.late, welcome: TEXT.welcome } as const;

/** The state between the payment and the start of Premium. */
export const Confirming = ({ state }: { state: Waiting }) => (
  <p
    role="status"
    className={classNames(
      'flex flex-col items-center gap-3 py-8 text-center text-balance',
      state === 'welcome' && 'text-lg font-semibold',
    )}
  >
    {state === 'welcome' ? (
      <Sparkles aria-hidden className="size-8 text-primary" />
    ) : (
      <LoaderCircle aria-hidden className="size-8 animate-spin text-muted" />
    )}
    {words[state]}
  </p>
);
