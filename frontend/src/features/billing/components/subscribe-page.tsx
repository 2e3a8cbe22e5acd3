import type { PricesView } from '@posthorn/contracts/billing/billing.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { fetchAhead } from '#lib/ahead.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { toast, type ToastMessage } from '#ui/toast-store.ts';
import { reloadUser } from '../api/billing.ts';
import { leaveSoon } from '../model/leave.ts';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';
import { CheckoutProblem, SessionEnded, startCheckout, type CheckoutForm } from '../api/start-checkout.ts';
import { usePremiumWait, useLiveUser } from '../hooks/use-premium-wait.ts';
import { AlreadyPremium } from './already-premium.tsx';
import { Confirming, type Waiting } from './confirming.tsx';
import { Faq } from './faq.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import { PlansFrame, PlansHeader } from './plans-frame.tsx';
import { Price } from './price.tsx';
import { UpgradeButton } from './upgrade-button.tsx';

const loadPayDialog = () => import('./pay-dialog.tsx');
const PayDialog = lazy(async () => ({ default: (await loadPayDialog()).PayDialog }));

/** The result in the URL when the user returns from the page of a bank. The result is not proof; only Stripe has proof. */
export type Return = 'success' | 'failed' | null;

/** `checkout`: the data of the open dialog; null: no dialog is open. */
type Step =
  | Readonly<{ kind: 'plans' | 'leaving' }>
  | Readonly<{ kind: 'paying'; checkout: CheckoutForm }>
  | Readonly<{ kind: 'waiting'; checkout: CheckoutForm | null }>;

type SubscribePageProps = Readonly<{
  /** The signed-in user; null: a visitor. */
  user: UserView | null;
  /** Null: the prices failed to load. */
  prices: PricesView | null;
  returned: Return;
}>;

/** Compares the plans, and takes a payment. The page shows Premium only when the server confirms it, never because of the URL. */
export function SubscribePage({ user, prices, returned }: SubscribePageProps) {
  const queryClient = useQueryClient();
  const isPremium = user?.isPremium ?? false;
  const [step, setStep] = useState<Step>(() =>
    user && returned === 'success' ? { kind: 'waiting', checkout: null } : { kind: 'plans' },
  );
  const start = useDeclaredMutation({
    send: startCheckout,
    onDone: (_, checkout) => {
      setStep(checkout ? { kind: 'paying', checkout } : { kind: 'leaving' });
    },
    onRefused: (cache, error) => {
      // When the reloaded query shows a signed-out user, the page offers the sign-in.
      if (error instanceof SessionEnded) void reloadUser(cache);
    },
    failure: problemOf,
  });
  const button = useFocusAfterDialog(step.kind === 'paying');
  const isWaiting = step.kind === 'waiting';
  // While a `payment` dialog is open, Premium can only begin through a payment in another window. With `setup`, Stripe asks for a card
  // after Premium has begun, so Premium proves nothing.
  const mayBePaidElsewhere = step.kind === 'paying' && step.checkout.intentType === 'payment';
  const isWelcome = (isWaiting || mayBePaidElsewhere) && isPremium;
  const isLate = usePremiumWait(isWaiting && !isPremium);
  useLiveUser(user?.id ?? null);
  useLeaveWithMessage(isWelcome, SUBSCRIBE_TEXT.wait.welcome, SUBSCRIBE_TEXT.wait.welcomeHint);
  const { alreadyTitle, alreadyHint } = SUBSCRIBE_TEXT.problems;
  useLeaveWithMessage(step.kind === 'leaving', alreadyTitle, alreadyHint);
  useEffect(() => {
    if (returned === 'failed')
      toast(
        problemOf(
          new CheckoutProblem(SUBSCRIBE_TEXT.problems.paymentFailed, SUBSCRIBE_TEXT.problems.tryAgain),
        ),
      );
  }, [returned]);

  const waiting: Waiting | null = isWelcome ? 'welcome' : !isWaiting ? null : isLate ? 'late' : 'confirming';
  const checkout = step.kind === 'paying' || step.kind === 'waiting' ? step.checkout : null;
  return (
    <>
      <PlansFrame isSignedIn={user !== null} inert={checkout !== null}>
        {waiting !== null && checkout === null && <Confirming state={waiting} />}
        {isPremium && step.kind === 'plans' ? (
          <AlreadyPremium />
        ) : (
          <>
            <PlansHeader />
            <PlanComparison price={<Price prices={prices} />} plan={user && (isPremium ? 'premium' : 'free')}>
              <UpgradeButton
                ref={button}
                isSignedIn={user !== null}
                canSubscribe={prices?.canSubscribe ?? false}
                isStarting={start.isPending}
                isDone={step.kind !== 'plans'}
                onStart={() => {
                  fetchAhead(loadPayDialog);
                  start.mutate();
                }}
              />
            </PlanComparison>
          </>
        )}
        <Faq />
      </PlansFrame>
      <Suspense>
        {checkout && (
          <PayDialog
            checkout={checkout}
            waiting={waiting}
            onConfirmed={() => {
              setStep({ kind: 'waiting', checkout });
            }}
            onClose={() => {
              setStep(isWaiting ? { kind: 'waiting', checkout: null } : { kind: 'plans' });
              // Reloads the user, because the user may have paid in another window.
              void reloadUser(queryClient);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/**
 * Focuses the button after the dialog closes. The page becomes inert before the dialog can note the focus.
 * @returns a ref for the button
 */
function useFocusAfterDialog(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useCallback(() => {
    button.current?.focus();
  }, []);
  useEffect(() => (isOpen ? focusButton : undefined), [isOpen, focusButton]);
  return button;
}

/** Shows a message, then opens the posts. */
function useLeaveWithMessage(isOver: boolean, title: string, description: string): void {
  useEffect(() => {
    if (!isOver) return undefined;
    toast({ title, description, stays: true });
    return leaveSoon();
  }, [isOver, title, description]);
}

function problemOf(error: Error): ToastMessage {
  const title = error instanceof CheckoutProblem ? error.title : SUBSCRIBE_TEXT.problems.error;
  const description = error.message || SUBSCRIBE_TEXT.problems.notStarted;
  return { title, description, variant: 'destructive', stays: true };
}
