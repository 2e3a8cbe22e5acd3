import type Stripe from 'stripe';
import { newId } from '../transaction.ts';

const secretOf = (id: string): string => `${id}_secret_${newId('x').slice(2)}`;

type IntentInput = Readonly<{ customer: string | null; metadata: Stripe.Metadata; now: number }>;

export function newPaymentIntent(
  { customer, metadata, now }: IntentInput,
  amount: number,
  currency: string,
): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: secretOf(id),
    confirmation_method: 'automatic',
    created: now,
    currency,
    customer,
    customer_account: null,
    description: 'Subscription creation',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

export function newSetupIntent({ customer, metadata, now }: IntentInput): Stripe.SetupIntent {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: secretOf(id),
    created: now,
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  };
}

export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

export const isPayment = (intent: Intent): intent is Stripe.PaymentIntent =>
  intent.object === 'payment_intent';

/** A client secret begins with the id of its intent. */
export const intentIdIn = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';
