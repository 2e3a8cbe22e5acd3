import type { Ref } from 'react';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

type UpgradeButtonProps = Readonly<{
  isSignedIn: boolean;
  /** The server can create subscriptions at Stripe. */
  canSubscribe: boolean;
  isStarting: boolean;
  /** True: the payment dialog is open, or the payment is being confirmed. */
  isDone: boolean;
  onStart: () => void;
  ref: Ref<HTMLButtonElement>;
}>;

/** The button that starts the payment, with a reassuring note. */
export function UpgradeButton(props: UpgradeButtonProps) {
  if (!props.canSubscribe) return <NotNow />;
  return (
    <>
      <ButtonOrLink {...props} />
      <Reassurance />
    </>
  );
}

/** For a visitor: the link to the sign-in, with the same note. */
export const SignInToUpgrade = () => (
  <>
    <SignInLink />
    <Reassurance />
  </>
);

export const NotNow = () => <Note>{SUBSCRIBE_TEXT.notNow}</Note>;

const Reassurance = () => (
  <p className="mt-2 text-center text-sm text-balance text-muted">{SUBSCRIBE_TEXT.reassurance}</p>
);

const SignInLink = () => (
  <Button asChild variant="primary" size="large" className="w-full">
    <a href="/login?next=%2Fsubscribe">{SUBSCRIBE_TEXT.signIn}</a>
  </Button>
);

function ButtonOrLink(props: UpgradeButtonProps) {
  const { isSignedIn, isStarting, isDone, onStart, ref } = props;
  if (!isSignedIn) return <SignInLink />;
  return (
    <Button
      ref={ref}
      variant="primary"
      size="large"
      className="w-full"
      disabled={isDone}
      // A disabled button would lose the focus, so `aria-disabled` marks it while the form loads.
      aria-disabled={isStarting}
      onClick={() => {
        if (!isStarting) onStart();
      }}
    >
      {isStarting ? SUBSCRIBE_TEXT.starting : SUBSCRIBE_TEXT.upgrade}
    </Button>
  );
}
