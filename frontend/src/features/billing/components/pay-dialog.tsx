import { Elements } from '@stripe/react-stripe-js';
import { useState } from 'react';
import { useTheme } from '#lib/theme.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';
import type { CheckoutForm } from '../api/start-checkout.ts';
import { Confirming, type Waiting } from './confirming.tsx';
import { PayForm } from './pay-form.tsx';

const TEXT = SUBSCRIBE_TEXT.pay;

type PayDialogProps = Readonly<{
  checkout: CheckoutForm;
  /** Null: the user has not paid yet. */
  waiting: Waiting | null;
  onConfirmed: () => void;
  onClose: () => void;
}>;

/** Shows Stripe's form in a frame of Stripe, so that this page never gets a card number. */
export function PayDialog({ checkout, waiting, onConfirmed, onClose }: PayDialogProps) {
  const { resolved } = useTheme();
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    // The dialog stays open during a payment, because closing it would not cancel the payment.
    if (!isBusy || waiting) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      sharesPage
      title={TEXT.title}
      {...(checkout.price !== null && { description: TEXT.price(checkout.price) })}
      className="sm:w-[min(30rem,calc(100vw-3rem))]"
    >
      {waiting ? (
        <DialogBody className="flex flex-col justify-center sm:min-h-48">
          <Confirming state={waiting} />
        </DialogBody>
      ) : (
        <Elements
          stripe={checkout.stripe}
          options={{
            clientSecret: checkout.clientSecret,
            appearance: { theme: resolved === 'dark' ? 'night' : 'stripe' },
          }}
        >
          <PayForm
            intentType={checkout.intentType}
            isBusy={isBusy}
            onBusy={setBusy}
            onConfirmed={onConfirmed}
            onCancel={close}
          />
        </Elements>
      )}
    </Dialog>
  );
}
