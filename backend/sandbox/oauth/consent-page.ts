import type { Exchange } from '../http/exchange.ts';
import { markup, type SafeMarkup } from '../http/html.ts';
import { sendPage } from '../control/page-style.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** The account that is signed in unless the form contains another. */
const DEFAULT_ACCOUNT = 'ana';

type ConsentRequest = Readonly<{
  redirectUri: string;
  state: string;
  scopes: readonly string[];
  challenge: string | null;
}>;

/**
 * `GET /oauth/{app}`: the page that a platform shows between the product's redirect and the callback.
 *
 * @param registered the only accepted `redirect_uri`, unless the application has registered another
 */
export function showConsent(exchange: Exchange, server: AuthorizationServer, registered: string): void {
  const request = readRequest(exchange.query, server, registered);
  if (typeof request === 'string') {
    sendPage(exchange, 400, server.policy.title, markup`<p class="card alert">${request}</p>`);
    return;
  }
  sendPage(exchange, 200, server.policy.title, consentForm(exchange, server, request), {
    // The browser checks the redirect after the form against this policy.
    formAction: new URL(request.redirectUri).origin,
  });
}

/** `POST /oauth/{app}`: redirects the browser back to the application with the decision. */
export async function decideConsent(
  exchange: Exchange,
  server: AuthorizationServer,
  registered: string,
): Promise<void> {
  const form = new URLSearchParams(await exchange.text());
  const request = readRequest(exchange.query, server, registered);
  if (typeof request === 'string') {
    sendPage(exchange, 400, server.policy.title, markup`<p class="card alert">${request}</p>`);
    return;
  }
  const { redirectUri, state, challenge } = request;
  const back = new URL(redirectUri);
  // Programs send the button either by its name or by its value.
  if ([...form].some(([name, value]) => name === 'allow' || value === 'allow')) {
    const holder = { account: accountIn(form), scopes: grantedIn(form, request.scopes, server) };
    back.searchParams.set(server.policy.codeName ?? 'code', server.issueCode(holder, redirectUri, challenge));
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The user denied the request.');
  }
  if (state !== '') back.searchParams.set('state', state);
  exchange.send(303, '', 'text/plain', { Location: back.href, 'Cache-Control': 'no-store' });
}

/** Reads the request. Returns an error sentence where a real platform would show an error page instead of asking the user. */
function readRequest(
  query: URLSearchParams,
  server: AuthorizationServer,
  registered: string,
): ConsentRequest | string {
  const { policy } = server;
  const client = server.client(query.get('client_id') ?? query.get('client_key') ?? '');
  if (!client) return 'This application is unknown.';
  if (query.get('response_type') !== 'code') return 'response_type must be code.';
  const redirect = query.get('redirect_uri') ?? '';
  if (redirect === '') return 'redirect_uri is missing.';
  if (redirect !== (client.redirectUri ?? registered))
    return 'redirect_uri is not registered for this application.';
  const challenge = query.get('code_challenge');
  if (policy.pkce === 'required' && (challenge === null || query.get('code_challenge_method') !== 'S256'))
    return 'code_challenge with the method S256 is needed.';
  const scopes = (query.get('scope') ?? '').split(policy.separator).filter((scope) => scope !== '');
  if (scopes.length === 0) return 'scope is missing.';
  return { redirectUri: redirect, state: query.get('state') ?? '', scopes, challenge };
}

function consentForm(
  exchange: Exchange,
  { policy }: AuthorizationServer,
  request: ConsentRequest,
): SafeMarkup {
  const checkboxes = request.scopes
    .filter((scope) => policy.scopes.includes(scope))
    .map(
      (scope) =>
        markup`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked /> ${scope}</label>`,
    );
  return markup`<section class="card">
    <h2>${policy.title}: allow Posthorn?</h2>
    <p class="soft">Posthorn asks to act for you on ${policy.title}.</p>
    <form method="post" action="${`${exchange.url.pathname}${exchange.url.search}`}">
      <label>Signed in as <input name="account" value="${DEFAULT_ACCOUNT}" maxlength="40" /></label>
      <input type="hidden" name="asked" value="1" />
      ${checkboxes}
      <button type="submit" name="allow" value="allow">Allow</button>
      <button type="submit" name="deny" value="deny">Deny</button>
    </form>
  </section>`;
}

/** The name in the form as a handle, without the characters that a platform does not allow. */
function accountIn(form: URLSearchParams): string {
  const name = (form.get('account') ?? '').toLowerCase().replace(/[^a-z0-9_]/g, '');
  return name === '' ? DEFAULT_ACCOUNT : name;
}

/**
 * The scopes that the user grants. Scopes without a checkbox are always granted.
 * Without the hidden field `asked`, a program sent only the button. In this case, no scope was unticked.
 */
function grantedIn(
  form: URLSearchParams,
  requested: readonly string[],
  { policy }: AuthorizationServer,
): readonly string[] {
  if (!form.has('asked')) return requested;
  const ticked = form.getAll('scope');
  return requested.filter((scope) => !policy.scopes.includes(scope) || ticked.includes(scope));
}
