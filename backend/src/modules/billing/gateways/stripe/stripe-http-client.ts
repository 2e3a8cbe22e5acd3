import type { Stripe } from 'stripe';
import type { OutgoingRequest, SafeHttp } from '#infrastructure/outgoing/safe-http.ts';

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;

const METHODS = ['GET', 'POST', 'DELETE'] as const satisfies readonly OutgoingRequest['method'][];

/** Sends the SDK's requests through `SafeHttp`. @throws OutgoingError, as the `detail` of the SDK's own error */
export const stripeHttpClient = (http: Pick<SafeHttp, 'send'>): HttpClient => ({
  getClientName: () => 'posthorn',
  async makeRequest(host, port, path, method, headers, requestData, protocol, timeoutMs) {
    const known = METHODS.find((each) => each === method);
    if (!known) throw new Error(`Stripe calls do not support the HTTP method ${method}`);
    const reply = await http.send({
      method: known,
      url: `${protocol}://${host}:${port}${path}`,
      headers: textsOf(headers),
      ...(requestData && { body: requestData }),
      timeoutMs,
    });
    return {
      getStatusCode: () => reply.status,
      getHeaders: () => reply.headers,
      getRawResponse: () => reply,
      toStream: () => {
        throw new Error('Streaming answers of Stripe are not supported');
      },
      // The SDK recognises a body that is not JSON by this rejection.
      toJSON: () => Promise.resolve().then(() => JSON.parse(reply.body.toString('utf8')) as unknown),
    };
  },
});

/** This header would describe the machine to Stripe. */
const UNTOLD = 'x-stripe-client-user-agent';

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
      name.toLowerCase() === UNTOLD || (typeof value !== 'string' && typeof value !== 'number')
        ? []
        : [[name, String(value)]],
    ),
  );
