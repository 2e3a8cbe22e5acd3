import type { Stripe } from 'stripe';
import type { OutgoingRequest, SafeHttp } from '#infrastructure/outgoing/safe-http.ts';

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;

const METHODS = ['GET', 'POST', 'DELETE'] as const satisfies readonly OutgoingRequest['method'][];

/** Lets the SDK speak through the one door to other hosts. @throws OutgoingError, as the `detail` of the SDK's own */
export const httpThrough = (http: Pick<SafeHttp, 'send'>): HttpClient => ({
  getClientName: () => 'posthorn',
  async makeRequest(host, port, path, method, headers, requestData, protocol, timeoutMs) {
    const known = METHODS.find((each) => each === method);
    if (!known) throw new Error(`Stripe is not asked by ${method}`);
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
        throw new Error('No answer of Stripe is read as a stream');
      },
      // The SDK tells a body that is no JSON apart by this throwing.
      toJSON: () => Promise.resolve().then(() => JSON.parse(reply.body.toString('utf8')) as unknown),
    };
  },
});

/** The SDK would tell Stripe which machine this is. */
const UNTOLD = 'x-stripe-client-user-agent';

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
      name.toLowerCase() === UNTOLD || (typeof value !== 'string' && typeof value !== 'number')
        ? []
        : [[name, String(value)]],
    ),
  );
