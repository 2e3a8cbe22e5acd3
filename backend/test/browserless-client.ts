import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redeemLink } from '@posthorn/contracts/identity/session.http';

export type ApiResponse<Body = unknown> = Readonly<{
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}>;

/**
 * Sends requests as the web app does: it keeps cookies, sends its own origin, and repeats the log position to read its own writes.
 * One instance is one browser.
 */
export class BrowserlessClient {
  readonly #cookies = new Map<string, string>();
  #position: string | null = null;
  readonly url: string;

  /** @param proxyHeaders are sent with each request, as a proxy adds them */
  constructor(
    url: string,
    private readonly proxyHeaders: Readonly<Record<string, string>> = {},
  ) {
    this.url = url;
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  forgetCookies(): void {
    this.#cookies.clear();
  }

  async call<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse<Body>> {
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(path, this.url), {
      method,
      redirect: 'manual',
      headers: {
        origin: new URL(this.url).origin,
        'sec-fetch-site': 'same-origin',
        ...(this.#cookies.size > 0 && { cookie: this.cookieHeader }),
        ...(this.#position !== null && { 'x-log-position': this.#position }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...this.proxyHeaders,
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    this.#remember(response.headers);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parseJson(text) as Body };
  }

  get<Body = unknown>(path: string): Promise<ApiResponse<Body>> {
    return this.call<Body>('GET', path);
  }

  post<Body = unknown>(
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiResponse<Body>> {
    return this.call<Body>('POST', path, body, headers);
  }

  /** Signs in with the link of the mail. This also registers a new address. */
  async signIn(email: string, dataDir: string): Promise<void> {
    const requested = await this.post('/api/login', { email });
    if (requested.status !== 202)
      throw new Error(
        `The request for a sign-in link got status ${String(requested.status)}: ${requested.text}`,
      );
    const link = await newestLink(dataDir, email);
    const redeemed = await this.post('/api/login/verify', { token: new URL(link).searchParams.get('token') });
    if (redeemed.status >= 400)
      throw new Error(`The sign-in link got status ${String(redeemed.status)}: ${redeemed.text}`);
  }

  #remember(headers: Headers): void {
    this.#position = laterOf(this.#position, headers.get('x-log-position'));
    for (const cookie of headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const isRemoved = attributes.some((attribute) =>
        /^\s*(max-age=0|expires=thu, 01 jan 1970)/iu.test(attribute),
      );
      if (isRemoved) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(pair.indexOf('=') + 1));
    }
  }
}

/** Responses may arrive out of order. An older position must not replace a newer one. All positions of one log have the same length. */
function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one.length === other.length && one > other ? one : other;
}

/** Finds the newest link that the product mailed to an address, in the outbox folder. @param path the path in the link; default: sign-in */
export async function newestLink(
  dataDir: string,
  email: string,
  path: string = redeemLink.path,
): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  // A file name begins with its time in milliseconds.
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  const mailsToAddress = mails.filter((mail) => mail.toLowerCase().includes(email.toLowerCase()));
  const link = mailsToAddress.map((mail) => linkIn(mail, path)).findLast((found) => found !== undefined);
  if (!link) throw new Error(`No mail with a link for ${email} in ${outbox}`);
  return link;
}

/** Decodes only parts that are quoted-printable. In other parts `=3D` may be the beginning of a token. */
function linkIn(mail: string, path: string): string | undefined {
  const address = new RegExp(String.raw`https?://\S+${path}\?token=[\w.~%-]+`, 'u');
  for (const part of mail.split(/^--.*$/mu)) {
    const isQuoted = /^content-transfer-encoding: quoted-printable/imu.test(part);
    const plain = isQuoted ? part.replace(/=\r?\n/gu, '').replace(/=3D/gu, '=') : part;
    const link = address.exec(plain)?.[0];
    if (link) return link;
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
