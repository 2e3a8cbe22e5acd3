import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Answer<Body = unknown> = Readonly<{ status: number; headers: Headers; body: Body; text: string }>;

/**
 * Speaks to the product as the web app does: keeps cookies, sends its own origin, echoes the log position so that it
 * reads its own writes. One instance is one browser.
 */
export class BrowserlessClient {
  readonly #cookies = new Map<string, string>();
  #position: string | null = null;
  readonly url: string;

  constructor(url: string) {
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
  ): Promise<Answer<Body>> {
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
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    this.#remember(response.headers);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) as Body };
  }

  get<Body = unknown>(path: string): Promise<Answer<Body>> {
    return this.call<Body>('GET', path);
  }

  post<Body = unknown>(
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Body>> {
    return this.call<Body>('POST', path, body, headers);
  }

  /** Signs in by the link of the mail; registers the address when it is new. */
  async signIn(email: string, dataDir: string): Promise<void> {
    const asked = await this.post('/api/login', { email });
    if (asked.status !== 202)
      throw new Error(`Asking for a link answered ${String(asked.status)}: ${asked.text}`);
    const link = await newestLink(dataDir, email);
    const redeemed = await this.post('/api/login/verify', { token: new URL(link).searchParams.get('token') });
    if (redeemed.status >= 400)
      throw new Error(`Redeeming the link answered ${String(redeemed.status)}: ${redeemed.text}`);
  }

  #remember(headers: Headers): void {
    this.#position = headers.get('x-log-position') ?? this.#position;
    for (const cookie of headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const gone = attributes.some((attribute) =>
        /^\s*(max-age=0|expires=thu, 01 jan 1970)/iu.test(attribute),
      );
      if (gone) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(pair.indexOf('=') + 1));
    }
  }
}

/** The newest sign-in link mailed to an address, from the outbox folder. */
export async function newestLink(dataDir: string, email: string): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  const links = mails
    .filter((mail) => mail.toLowerCase().includes(email.toLowerCase()))
    .map((mail) => ({ at: /^Date: (.+)$/mu.exec(mail)?.[1] ?? '', link: linkIn(mail) }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const link = links.at(-1)?.link;
  if (!link) throw new Error(`No mail with a link for ${email} in ${outbox}`);
  return link;
}

function linkIn(mail: string): string | undefined {
  // Quoted-printable: soft line breaks and `=3D` for `=`.
  const plain = mail.replace(/=\r?\n/gu, '').replace(/=3D/gu, '=');
  return /https?:\/\/\S+\/api\/login\/verify\?token=[\w.~%-]+/u.exec(plain)?.[0];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
