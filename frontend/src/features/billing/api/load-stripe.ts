import type { Stripe } from '@stripe/stripe-js';

/** After this time, the script counts as unavailable. */
const TIMEOUT_MS = 20_000;

let loading: Promise<void> | null = null;

/** Loads Stripe's script from the URL that the server returns. The URL depends on the API version of the server, and on the sandbox. The
 * package `@stripe/stripe-js` has one fixed URL, so the product uses only its types.
 * @throws Error when the script does not load, or is not the script of Stripe
 */
export async function loadStripe(scriptUrl: string, publicKey: string): Promise<Stripe> {
  loading ??= load(scriptUrl).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  await loading;
  if (!window.Stripe) throw new Error(`${scriptUrl} is no script of Stripe`);
  return window.Stripe(publicKey);
}

function load(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.src = url;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = fail;
    document.head.append(script);
  });
}
