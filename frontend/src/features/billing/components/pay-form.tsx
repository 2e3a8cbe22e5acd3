import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import Lock from 'lucide-react/icons/lock';
import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { UI_TEXT } from '#ui/messages.en.ts';
import { Note } from '#ui/note.tsx';
import { dismiss, toast } from '#ui/toast-store.ts';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';
import type { CheckoutForm } from '../api/start-checkout.ts';

const TEXT = SUBSCRIBE_TEXT.pay;
const PROBLEMS = SUBSCRIBE_TEXT.problems;

type PayFormProps = Readonly<{
  intentType: CheckoutForm['intentType'];
  isBusy: boolean;
  onBusy: (busy: boolean) => void;
  onConfirmed: () => void;
  onCancel: () => void;
}>;

export function PayForm({ intentType, isBusy, onBusy, onConfirmed, onCancel }: PayFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const toastId = useRef<number | null>(null);

  const pay = async (stripeNow: Stripe, form: StripeElements) => {
    onBusy(true);
    setProblem(null);
    // The message of the previous attempt no longer applies.
    if (toastId.current !== null) dismiss(toastId.current);
    const refused = await confirm(stripeNow, form, intentType);
    if (refused === null) {
      onConfirmed();
      return;
    }
    onBusy(false);
    setProblem(refused);
    toastId.current = toast({
      title: PROBLEMS.paymentFailed,
      description: refused,
      variant: 'destructive',
      stays: true,
    });
  };

  return (
    <DialogForm
      // Stripe disables its own fields.
      isSaving={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (stripe && elements && !isBusy) void pay(stripe, elements);
      }}
    >
      <DialogBody className="min-h-48">
        <PaymentElement
          onReady={() => {
            setReady(true);
          }}
          onLoadError={() => {
            setProblem(PROBLEMS.notConfigured);
            toast({
              title: PROBLEMS.configuration,
              description: PROBLEMS.notConfigured,
              variant: 'destructive',
            });
          }}
        />
        {problem !== null && (
          <Note kind="error" className="mt-4">
            {problem}
          </Note>
        )}
        <p className="mt-4 flex items-center gap-2 text-sm text-muted">
          <Lock aria-hidden className="size-4 shrink-0" />
          {TEXT.secure}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button disabled={isBusy} onClick={onCancel}>
          {UI_TEXT.cancel}
        </Button>
        <Button type="submit" variant="primary" disabled={!isReady || isBusy}>
          {isBusy ? TEXT.submitting : TEXT.submit}
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}

/** @returns the message of Stripe if it refuses; null if the payment is confirmed */
async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  intentType: CheckoutForm['intentType'],
): Promise<string | null> {
  const options = {
    elements,
    confirmParams: { return_url: `${window.location.origin}/subscribe?success=true` },
    redirect: 'if_required',
  } as const;
  try {
    const { error } = await (intentType === 'setup'
      ? stripe.confirmSetup(options)
      : stripe.confirmPayment(options));
    if (!error || isPaidAlready(error)) return null;
    return error.message ?? PROBLEMS.tryAgain;
  } catch {
    return PROBLEMS.tryAgain;
  }
}

/** Whether the user has already paid in another window. */
const isPaidAlready = ({ payment_intent, setup_intent }: StripeError): boolean =>
  payment_intent?.status === 'succeeded' || setup_intent?.status === 'succeeded';
