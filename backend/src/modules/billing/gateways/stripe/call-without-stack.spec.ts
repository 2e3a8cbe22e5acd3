import { afterEach, expect, it, jest } from '@jest/globals';
import { Stripe } from 'stripe';
import { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { callWithoutStack } from './call-without-stack.ts';
import { StripeGateway } from './stripe-gateway.ts';

const NOTHING = { object: 'list', data: [], has_more: false };
const original = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
const sdk = new Stripe('sk_test_1', {
  httpClient: Stripe.createFetchHttpClient(() => Promise.resolve(Response.json(NOTHING))),
});
const list = () => sdk.subscriptions.list({});

afterEach(() => {
  if (original) Object.defineProperty(Error, 'prepareStackTrace', original);
  else Reflect.deleteProperty(Error, 'prepareStackTrace');
});

/** The places of the SDK in all stacks that were read during the call. */
async function placesOfSdk(call: () => Promise<unknown>): Promise<readonly string[]> {
  const places: string[] = [];
  Error.prepareStackTrace = (error, sites) => {
    places.push(...sites.map((site) => site.getFileName() ?? ''));
    return String(error);
  };
  await call();
  return places.filter((place) => place.includes('StripeResource'));
}

it('reads no place of a stack for a request of the SDK', async () => {
  // If the SDK no longer reads the stack, `callWithoutStack` is not needed any more.
  expect(await placesOfSdk(list)).not.toEqual([]);
  expect(await placesOfSdk(() => callWithoutStack(list))).toEqual([]);
});

it('restores the length of stacks, also when the call throws', async () => {
  const before = Error.stackTraceLimit;
  await callWithoutStack(list);
  expect(Error.stackTraceLimit).toBe(before);
  const failing = () => {
    throw new RangeError('at once');
  };
  expect(() => callWithoutStack(failing)).toThrow('at once');
  expect(Error.stackTraceLimit).toBe(before);
});

it('reads no place of the SDK when the gateway calls Stripe', async () => {
  const http = new SafeHttp();
  const reply = new ServerReply(200, {}, Buffer.from(JSON.stringify(NOTHING)));
  const send = jest.spyOn(http, 'send').mockResolvedValue(reply);
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const gateway = new StripeGateway(testConfiguration(keys), http);
  expect(await placesOfSdk(() => gateway.customerState('cus_1'))).toEqual([]);
  expect(send).toHaveBeenCalled();
});
