import type { Stripe } from 'stripe';
import type { OutgoingRequest, SafeHttp } from '#infrastructure/outgoing/safe-http.ts';

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;

const METHODS = ['GET', 'POST', 'DELETE'] as const satisfies readonly OutgoingRequest['method'][];

/** Sends the requests of the SDK through `SafeHttp`. The SDK puts an `OutgoingError` into the field `detail` of its own error. */
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
      // Rejects if the body is not JSON, as the SDK expects.
      toJSON: () => Promise.resolve().then(() => JSON.parse(reply.body.toString('utf8')) as unknown),
    };
  },
});

/** A header that is not sent, because it describes the machine. */
const OMITTED_HEADER = 'x-stripe-client-user-agent';

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
      name.toLowerCase() === OMITTED_HEADER || (typeof value !== 'string' && typeof value !== 'number')
        ? []
        : [[name, String(value)]],
    ),
  );
