import type Stripe from 'stripe';

type NewConfiguration = Readonly<{
  id: string;
  created: number;
  isDefault: boolean;
  headline: string | null;
  returnUrl: string | null;
  metadata: Stripe.Metadata;
  mayCancel?: boolean;
}>;

/** The portal's features: cards, invoices, and cancelling unless that is switched off. The portal cannot change plans. */
export const newConfiguration = (values: NewConfiguration): Stripe.BillingPortal.Configuration => ({
  id: values.id,
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: values.headline, privacy_policy_url: null, terms_of_service_url: null },
  created: values.created,
  default_return_url: values.returnUrl,
  features: {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: values.mayCancel ?? true,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  },
  is_default: values.isDefault,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: values.metadata,
  name: null,
  updated: values.created,
});
