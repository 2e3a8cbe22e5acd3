import type Stripe from 'stripe';
import type { GivenParameters } from '../form.ts';
import { newConfiguration } from '../objects/portal.ts';
import { invalidParameter, noSuch, refusal } from '../stripe-refusal.ts';
import { newId, type Transaction } from '../transaction.ts';
import { LISTED, pageOf, type StripeCall } from './call.ts';
import { liveCustomer } from './customers.ts';

const FLOWS = ['payment_method_update', 'subscription_cancel'] as const;
const CONFIGURATION = {
  active: true,
  business_profile: { headline: true, privacy_policy_url: true, terms_of_service_url: true },
  default_return_url: true,
  features: 'any',
  login_page: { enabled: true },
  metadata: 'any',
  name: true,
} as const;

/** @param publicUrl the URL at which people open the sandbox's pages */
export const portalCalls = (publicUrl: () => string): readonly StripeCall[] => [
  {
    method: 'POST',
    pattern: '/v1/billing_portal/configurations',
    taken: CONFIGURATION,
    run: (tx, given) => {
      refusePlanChanges(given);
      const configuration = tx.keep(
        newConfiguration({
          id: newId('bpc'),
          created: tx.now,
          isDefault: false,
          headline: given.inner('business_profile').text('headline'),
          returnUrl: given.text('default_return_url'),
          metadata: given.metadata(),
          mayCancel: mayCancel(given) ?? false,
        }),
      );
      tx.addEvent('billing_portal.configuration.created', configuration);
      return configuration;
    },
  },
  {
    method: 'GET',
    pattern: '/v1/billing_portal/configurations',
    taken: { ...LISTED, active: true, is_default: true },
    run: (tx, given) => {
      const [active, isDefault] = [given.flag('active'), given.flag('is_default')];
      const found = tx
        .all('billing_portal.configuration')
        .filter((one) => active === null || one.active === active)
        .filter((one) => isDefault === null || one.is_default === isDefault);
      return pageOf(found, given, '/v1/billing_portal/configurations');
    },
  },
  {
    method: 'GET',
    pattern: '/v1/billing_portal/configurations/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => tx.find('billing_portal.configuration', id),
  },
  {
    method: 'POST',
    pattern: '/v1/billing_portal/configurations/:id',
    taken: CONFIGURATION,
    run: (tx, given, { id = '' }) => {
      refusePlanChanges(given);
      const configuration = tx.find('billing_portal.configuration', id);
      const change = {
        active: given.flag('active') ?? configuration.active,
        default_return_url: given.has('default_return_url')
          ? given.text('default_return_url')
          : configuration.default_return_url,
        metadata: given.metadata(configuration.metadata ?? {}),
        features: {
          ...configuration.features,
          subscription_cancel: {
            ...configuration.features.subscription_cancel,
            enabled: mayCancel(given) ?? configuration.features.subscription_cancel.enabled,
          },
        },
        updated: tx.now,
      };
      return tx.change(configuration, change, 'billing_portal.configuration.updated');
    },
  },
  {
    method: 'POST',
    pattern: '/v1/billing_portal/sessions',
    taken: {
      configuration: true,
      customer: true,
      locale: true,
      return_url: true,
      flow_data: {
        type: true,
        after_completion: { type: true, redirect: { return_url: true }, hosted_confirmation: 'any' },
        subscription_cancel: { subscription: true },
      },
    },
    run: (tx, given) => createSession(tx, given, publicUrl()),
  },
];

const mayCancel = (given: GivenParameters): boolean | null =>
  given.inner('features').inner('subscription_cancel').flag('enabled');

/** The sandbox's portal page cannot change plans, so it refuses a configuration that asks for it. */
function refusePlanChanges(given: GivenParameters): void {
  if (given.inner('features').inner('subscription_update').flag('enabled') === true)
    throw invalidParameter(
      'features[subscription_update][enabled]',
      'The sandbox has no plan changes in its portal.',
    );
}

function createSession(
  tx: Transaction,
  given: GivenParameters,
  publicUrl: string,
): Stripe.BillingPortal.Session {
  const customer = liveCustomer(tx, given.needed('customer'));
  const configurationId = given.text('configuration');
  const configuration =
    configurationId === null
      ? tx.all('billing_portal.configuration').find((one) => one.is_default)
      : tx.find('billing_portal.configuration', configurationId, 'configuration');
  if (!configuration)
    throw refusal(
      400,
      'No configuration provided and your test mode default configuration has not been created.',
    );
  const id = newId('bps');
  return tx.keep({
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: tx.now,
    customer: customer.id,
    customer_account: null,
    flow: given.has('flow_data') ? flowOf(tx, given.inner('flow_data'), customer.id) : null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.text('return_url') ?? configuration.default_return_url,
    url: `${publicUrl}/stripe/portal/${id}`,
  });
}

function flowOf(
  tx: Transaction,
  given: GivenParameters,
  customer: string,
): Stripe.BillingPortal.Session.Flow {
  given.needed('type');
  const type = given.oneOf('type', FLOWS);
  const returnUrl = given.inner('after_completion').inner('redirect').text('return_url');
  const id =
    type === 'subscription_cancel' ? given.inner('subscription_cancel').needed('subscription') : null;
  const param = 'flow_data[subscription_cancel][subscription]';
  if (id !== null && tx.find('subscription', id, param).customer !== customer)
    throw noSuch('subscription', id, param);
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: returnUrl === null ? null : { return_url: returnUrl },
      type: returnUrl === null ? 'portal_homepage' : 'redirect',
    },
    subscription_cancel: id === null ? null : { retention: null, subscription: id },
    customer_update: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: type ?? 'payment_method_update',
  };
}
