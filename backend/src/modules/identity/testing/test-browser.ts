import type { RequestLinkReply } from '@posthorn/contracts/identity/session.http';
import { redeemCode, redeemLink, requestLink } from '@posthorn/contracts/identity/session.http';

export type BrowserReply = Readonly<{ status: number; headers: Headers; text: string; body: unknown }>;
type Sending = Readonly<{
  json?: unknown;
  form?: Readonly<Record<string, string>>;
  headers?: Record<string, string>;
}>;

/** A double for a browser. It stores cookies, and its requests seem to come from our own pages. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  #position: string | null = null;

  constructor(private readonly url: string) {}

  async send(
    method: string,
    path: string,
    { json, form, headers = {} }: Sending = {},
  ): Promise<BrowserReply> {
    const response = await fetch(new URL(path, this.url), {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(this.#position !== null && { 'x-log-position': this.#position }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json),
    });
    this.#position = response.headers.get('x-log-position') ?? this.#position;
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const body: unknown = isJson ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, body };
  }

  get(path: string, headers?: Record<string, string>): Promise<BrowserReply> {
    return this.send('GET', path, headers && { headers });
  }

  /** Requests a link and returns its token, which the sandbox shows. */
  async askFor(email: string): Promise<string> {
    const { body } = await this.send('POST', requestLink.path, { json: { email } });
    const { link } = body as RequestLinkReply;
    return new URL(link ?? '').searchParams.get('token') ?? '';
  }

  redeem(token: string): Promise<BrowserReply> {
    return this.send('POST', redeemLink.path, { json: { token } });
  }

  enterCode(email: string, code: string): Promise<BrowserReply> {
    return this.send('POST', redeemCode.path, { json: { email, code } });
  }

  async signIn(email: string): Promise<BrowserReply> {
    return this.redeem(await this.askFor(email));
  }

  #keep(cookie: string): void {
    const [pair = '', ...flags] = cookie.split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    if (flags.some((flag) => flag.startsWith('Expires=Thu, 01 Jan 1970'))) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
