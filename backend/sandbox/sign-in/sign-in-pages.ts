import { sendPage } from '../control/page-style.ts';
import type { Exchange } from '../http/exchange.ts';
import { markup, type SafeMarkup } from '../http/html.ts';
import { Refusal } from '../http/refusal.ts';
import type { Params, Route } from '../http/router.ts';
import { accountNamed, offeredPeople } from './people.ts';
import type { SandboxSignIn } from './sign-in-provider.ts';

/** The pages on which people choose the account to sign in with. The sandbox serves them at its own URL, because browsers open them. */
export function signInRoutes(providers: readonly SandboxSignIn[]): readonly Route[] {
  const providerOf = ({ provider = '' }: Params): SandboxSignIn => {
    const found = providers.find(({ policy }) => policy.provider === provider);
    if (!found) throw new Refusal(404, { message: `The sandbox has no sign-in page called ${provider}.` });
    return found;
  };
  const pattern = '/sign-in/:provider';
  return [
    {
      method: 'GET',
      pattern,
      run: (exchange, params) => {
        showPeople(exchange, providerOf(params));
      },
    },
    { method: 'POST', pattern, run: (exchange, params) => choosePerson(exchange, providerOf(params)) },
  ];
}

function showPeople(exchange: Exchange, provider: SandboxSignIn): void {
  const request = provider.requestIn(exchange.query);
  if (typeof request === 'string') refuse(exchange, provider, request);
  else
    sendPage(exchange, 200, titleOf(provider), peopleForm(exchange, provider), {
      // The browser checks the redirect of the form against this policy.
      formAction: new URL(request.redirectUri).origin,
    });
}

async function choosePerson(exchange: Exchange, provider: SandboxSignIn): Promise<void> {
  const form = new URLSearchParams(await exchange.text());
  const request = provider.requestIn(exchange.query);
  if (typeof request === 'string') {
    refuse(exchange, provider, request);
    return;
  }
  const account = form.has('deny') ? null : accountNamed(form.get('account') ?? '');
  if (account === null && !form.has('deny')) {
    refuse(exchange, provider, 'Please go back and type a name of letters or digits.');
    return;
  }
  const callback = provider.callbackUrl(request, account);
  exchange.send(303, '', 'text/plain', { Location: callback.href, 'Cache-Control': 'no-store' });
}

const titleOf = ({ policy }: SandboxSignIn): string => `Sign in with ${policy.title}`;

const refuse = (exchange: Exchange, provider: SandboxSignIn, reason: string): void => {
  sendPage(exchange, 400, titleOf(provider), markup`<p class="card alert">${reason}</p>`);
};

/** The field has a separate form, because Enter in a field presses the first button of its form. */
function peopleForm({ url }: Exchange, { policy: { provider, title } }: SandboxSignIn): SafeMarkup {
  const action = `${url.pathname}${url.search}`;
  return markup`<section class="card">
    <h2>${title}: choose an account</h2>
    <p class="soft">Posthorn asks ${title} who you are. It gets the mail address of the account.</p>
    <form method="post" action="${action}">
      ${offeredPeople(provider).map(
        ({ account, name, email }) =>
          markup`<button type="submit" name="account" value="${account}">${name} (${email})</button>`,
      )}
    </form>
    <form method="post" action="${action}">
      <label>Another account <input name="account" maxlength="40" autocomplete="off" required /></label>
      <button type="submit">Continue</button>
    </form>
    <form method="post" action="${action}">
      <button type="submit" name="deny" value="deny">Cancel</button>
    </form>
  </section>`;
}
