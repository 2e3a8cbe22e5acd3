import { afterEach, expect, it, jest } from '@jest/globals';
import { Stripe } from 'stripe';
import { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { callWithoutStack } from './call-without-stack.ts';
import { StripeGateway } from './stripe-gateway.ts';

const original = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
const sdk = new Stripe('sk_test_1', {
  maxNetworkRetries: 0,
  httpClient: Stripe.createFetchHttpClient(() => Promise.reject(new Error('No network in this spec'))),
});
const list = () => sdk.subscriptions.list({});

afterEach(() => {
  if (original) Object.defineProperty(Error, 'prepareStackTrace', original);
  else Reflect.deleteProperty(Error, 'prepareStackTrace');
});

/** The number of places in the stacks that were read until the call returned its promise. */
async function placesRead(call: () => Promise<unknown>): Promise<number> {
  let places = 0;
  Error.prepareStackTrace = (error, sites) => {
    places += sites.length;
    return String(error);
  };
  const answer = call();
  const read = places;
  await answer.catch(() => undefined);
  return read;
}

it('reads no place of a stack for a request of the SDK', async () => {
  // If the SDK no longer reads the stack, `callWithoutStack` is not needed any more.
  expect(await placesRead(list)).toBeGreaterThan(0);
  expect(await placesRead(() => callWithoutStack(list))).toBe(0);
});

it('restores the length of stacks, also when the call throws', async () => {
  const before = Error.stackTraceLimit;
  await callWithoutStack(list).catch(() => undefined);
  expect(Error.stackTraceLimit).toBe(before);
  const failing = () => {
    throw new RangeError('at once');
  };
  expect(() => callWithoutStack(failing)).toThrow('at once');
  expect(Error.stackTraceLimit).toBe(before);
});

it('reads no place of the SDK when the gateway calls Stripe', async () => {
  const http = new SafeHttp();
  const body = Buffer.from(JSON.stringify({ object: 'list', data: [], has_more: false }));
  const send = jest.spyOn(http, 'send').mockResolvedValue(new ServerReply(200, {}, body));
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const gateway = new StripeGateway(testConfiguration(keys), http);
  const places: string[] = [];
  Error.prepareStackTrace = (error, sites) => {
    places.push(...sites.map((site) => site.getFileName() ?? ''));
    return String(error);
  };
  await gateway.customerState('cus_1');
  expect(send).toHaveBeenCalled();
  expect(places.filter((place) => place.includes('StripeResource'))).toEqual([]);
});
