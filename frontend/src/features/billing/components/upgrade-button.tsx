import type { Ref } from 'react';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

type UpgradeButtonProps = Readonly<{
  isSignedIn: boolean;
  /** Stripe can be asked to charge somebody. */
  canSubscribe: boolean;
  isStarting: boolean;
  /** Pressed already, with a payment to come or to be confirmed. */
  isDone: boolean;
  onStart: () => void;
  ref: Ref<HTMLButtonElement>;
}>;

/** With what takes the risk out of it. */
export function UpgradeButton(props: UpgradeButtonProps) {
  if (!props.canSubscribe) return <Note>{SUBSCRIBE_TEXT.notNow}</Note>;
  return (
    <>
      <Way {...props} />
      <p className="mt-2 text-center text-sm text-balance text-muted">{SUBSCRIBE_TEXT.reassurance}</p>
    </>
  );
}

function Way(props: UpgradeButtonProps) {
  const { isSignedIn, isStarting, isDone, onStart, ref } = props;
  if (!isSignedIn)
    return (
      <Button asChild variant="primary" size="large" className="w-full">
        <a href="/login?next=%2Fsubscribe">{SUBSCRIBE_TEXT.signIn}</a>
      </Button>
    );
  return (
    <Button
      ref={ref}
      variant="primary"
      size="large"
      className="w-full"
      disabled={isDone}
      // It keeps the focus while the form is on its way.
      aria-disabled={isStarting}
      onClick={() => {
        if (!isStarting) onStart();
      }}
    >
      {isStarting ? SUBSCRIBE_TEXT.starting : SUBSCRIBE_TEXT.upgrade}
    </Button>
  );
}
